use super::*;

#[track_caller]
fn said(format: NamedFormat, text: &str, expected: &[&str]) {
    let found = rules::problems(format, text);
    let same = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, start)| found.starts_with(start));
    assert!(same, "{text}: {found:?}");
}

#[track_caller]
fn valid(format: NamedFormat, texts: &[&str]) {
    texts.iter().for_each(|text| said(format, text, &[]));
}

#[track_caller]
fn invalid(format: NamedFormat, texts: &[&str], expected: &str) {
    texts.iter().for_each(|text| said(format, text, &[expected]));
}

#[test]
fn labels() {
    let long = "a".repeat(64);
    valid(dns1123_label(), &["a", "0", "a-b", "a--b"]);
    invalid(dns1123_label(), &["", "-", "a-", "A", "a_b", "ä", "a..b"], "a lowercase RFC 1123 label");
    said(dns1123_label(), "a.b", &["must not contain dots"]);
    said(dns1123_label(), &long, &["must be no more than 63 characters"]);
    said(dns1123_label(), &format!("{long}."), &["must be no more than 63", "a lowercase RFC 1123 label"]);
    valid(dns1123_subdomain(), &["a.b", "a", &long]);
    invalid(dns1123_subdomain(), &["", ".", "a.", "a..b", "a.-"], "a lowercase RFC 1123 subdomain");
    valid(dns1035_label(), &["a", "a-1"]);
    invalid(dns1035_label(), &["1", "1-a", ""], "a DNS-1035 label");
}

#[test]
fn the_byte_before_the_dash_of_a_prefix_is_not_looked_at() {
    valid(dns1123_label_prefix(), &["a-", "A-", "--", "a"]);
    invalid(dns1123_label_prefix(), &["-", "WE-", "", "ä--"], "a lowercase RFC 1123 label");
    valid(dns1123_subdomain_prefix(), &["a.b-", ".-"]);
    valid(dns1035_label_prefix(), &["1-"]);
}

#[test]
fn keys_and_values_of_labels() {
    let long = "a".repeat(64);
    valid(qualified_name(), &["a", "A_b.c-d", "example.com/name"]);
    said(qualified_name(), "", &["name part must be non-empty", "name part must consist"]);
    said(qualified_name(), "/a", &["prefix part must be non-empty"]);
    said(qualified_name(), "A/a", &["prefix part a lowercase RFC 1123 subdomain"]);
    said(qualified_name(), &format!("{}/a", long.repeat(4)), &["prefix part must be no more than 253 bytes"]);
    said(qualified_name(), &long, &["name part must be no more than 63 bytes"]);
    invalid(qualified_name(), &["a/b/c", "//"], "a valid label key must consist of");
    valid(label_value(), &["", "a", "A_b.c-d"]);
    said(label_value(), &long, &["must be no more than 63 bytes"]);
    invalid(label_value(), &["-", "a/b"], "a valid label must be an empty string");
}

#[test]
fn identifiers_and_base64() {
    let digits = "0123456789abcdefABCDEF0123456789";
    valid(uuid(), &[digits, "01234567-89ab-cdef-ABCD-EF0123456789", "01234567-89abcdefABCDEF0123456789"]);
    invalid(uuid(), &["", "0-1234567", &format!("{digits}0"), "g"], "does not match the UUID format");
    valid(byte(), &["AAAA", "AA==", "AAA=", "+/AA"]);
    invalid(byte(), &["", "A===", "====", "AA", "AA=A", "AAAA\n", "-_AA"], "invalid base64");
    said(uri(), "%", &["parse \"%\": invalid URI for request"]);
}

#[test]
fn days_and_times() {
    valid(date(), &["2024-02-29", "0000-01-01"]);
    invalid(date(), &["2023-02-29", "2024-2-29", "24-02-29", "2024-02-29T"], "invalid date");
    let odd = ["2024-02-29t10:00:00z", "2024-02-29T10:00:00ZTrailing", "2024-02-29T10:00:06X25+99:99"];
    valid(datetime(), &odd);
    valid(datetime(), &["2024-02-29T23:59:59.5Z", "2024-02-29T00:00:00ä5-00:00"]);
    let wrong =
        ["2024-02-29T24:00:00Z", "2024-02-29T10:60:00Z", "2024-02-29T10:00:00", "2024-02-29T10:00:00.Z", "t"];
    invalid(datetime(), &wrong, "invalid datetime");
}

#[test]
fn names() {
    assert_eq!(NAMES.len(), 13);
    assert_eq!(named("datetime"), Some(datetime()));
    assert_eq!(named("Date"), None);
}
