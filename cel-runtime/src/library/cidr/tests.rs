use super::*;

fn parsed(text: &str) -> Cidr {
    Cidr::parse(text).unwrap()
}

/// The text after both prefixes of the error.
fn fails(text: &str, expected: &str) {
    let error = Cidr::parse(text).unwrap_err().to_string();
    let prefix = format!("{PREFIX}{PREFIX}netip.ParsePrefix({}): ", quote(text));
    assert_eq!(error.strip_prefix(&prefix), Some(expected), "{error}");
}

#[test]
fn prefixes_keep_their_other_bits() {
    assert_eq!(parsed("10.1.2.3/8").to_string(), "10.1.2.3/8");
    assert_eq!(parsed("2001:DB8::1/64").to_string(), "2001:db8::1/64");
    assert_eq!(masked(parsed("10.1.2.3/8")).to_string(), "10.0.0.0/8");
    assert_eq!(masked(parsed("10.1.2.3/15")).to_string(), "10.0.0.0/15");
    assert_eq!(masked(parsed("10.1.2.3/0")).to_string(), "0.0.0.0/0");
    assert_eq!(masked(parsed("10.1.2.3/32")).to_string(), "10.1.2.3/32");
    assert_eq!(masked(parsed("ffff::ffff/1")).to_string(), "8000::/1");
    assert_eq!(masked(parsed("::1/128")).to_string(), "::1/128");
    assert_eq!(masked(parsed("::1/0")).to_string(), "::/0");
    assert_ne!(parsed("10.1.2.3/8"), parsed("10.0.0.0/8"));
}

#[test]
fn wrong_prefixes_are_explained() {
    fails("1.2.3.4", "no '/'");
    fails("", "no '/'");
    fails("1.2.3.4/33", "prefix length out of range");
    fails("::/129", "prefix length out of range");
    fails("::/9223372036854775807", "prefix length out of range");
    fails("::/9223372036854775808", r#"bad bits after slash: "9223372036854775808""#);
    for bits in ["", "08", "00", "+8", "-0", "8 ", "x", "0x8"] {
        fails(&format!("::/{bits}"), &format!("bad bits after slash: \"{bits}\""));
    }
    fails("fe80::1%a/64", "IPv6 zones cannot be present in a prefix");
    fails("fe80::1/64%a", r#"bad bits after slash: "64%a""#);
    fails("1.2.3/8", r#"ParseAddr("1.2.3"): IPv4 address too short"#);
    fails("1.2.3.4/8/9", r#"ParseAddr("1.2.3.4/8"): unexpected character (at "/8")"#);
    fails("::ffff:1.2.3.4/129", "prefix length out of range");
    assert_eq!(
        Cidr::parse("::ffff:1.2.3.4/96").unwrap_err().to_string(),
        format!("{PREFIX}IPv4-mapped IPv6 address \"::ffff:1.2.3.4/96\" is not allowed")
    );
}

#[test]
fn families_do_not_contain_each_other() {
    let contains = |prefix, text| contains_ip_string(parsed(prefix), text).unwrap();
    assert!(contains("10.0.0.0/8", "10.255.255.255"));
    assert!(!contains("10.0.0.0/8", "11.0.0.0"));
    assert!(contains("10.0.0.0/0", "255.0.0.1"));
    assert!(!contains("0.0.0.0/0", "::"));
    assert!(!contains("::/0", "0.0.0.0"));
    assert!(contains("2001:db8::/33", "2001:db8:7fff::"));
    assert!(!contains("2001:db8::/33", "2001:db8:8000::"));
}

#[test]
fn only_smaller_prefixes_are_contained() {
    let contains = |prefix, other| contains_cidr(parsed(prefix), parsed(other));
    assert!(contains("10.0.0.0/8", "10.0.0.0/8"));
    assert!(contains("10.1.2.3/8", "10.9.0.0/9"));
    assert!(!contains("10.0.0.0/9", "10.0.0.0/8"));
    assert!(!contains("10.0.0.0/8", "11.0.0.0/9"));
    assert!(contains("::/0", "ffff::/1"));
    assert!(!contains("::/0", "0.0.0.0/0"));
}

#[test]
fn costs_count_the_bytes_of_the_prefix() {
    let sizes = ["::/0", "::/1", "10.0.0.0/8", "10.0.0.0/20", "::/128"].map(|text| parsed(text).size());
    assert_eq!(sizes, [0, 1, 1, 3, 16]);
}
