use super::*;

fn check<T: ToString>(convert: impl Fn(&str) -> Result<T, String>, text: &str, expected: &str) {
    let actual = convert(text).map_or_else(|error| error, |value| value.to_string());
    assert_eq!(actual, expected, "{text:?}");
}

#[test]
fn date_times_may_lack_a_zone() {
    check(date_time, "", "1970-01-01T00:00:00Z");
    check(date_time, "2031-07-09T04:05:06.25Z", "2031-07-09T04:05:06.25Z");
    check(date_time, "2031-07-09T04:05:06", "2031-07-09T04:05:06Z");
    check(date_time, "2031-07-09T04:05:06.+25+02:00", "2031-07-09T04:05:06.025+02:00");
    check(date_time, "2031-07-09T04:05:06,+00025Z", "2031-07-09T04:05:06.000025Z");
    check(date_time, "0000-01-01T00:00:00+24:00", "0000-01-01T00:00:00+24:00");
}

#[test]
fn bad_date_times_show_the_error_of_the_layout_without_zone() {
    let text = "2031-02-29T04:05:06Z";
    check(
        date_time,
        text,
        &format!(r#"Invalid date-time formatted string {text}: parsing time "{text}": extra text: "Z""#),
    );
    let text = "2031-01-09T04:05:24,6.+25Z";
    check(
        date_time,
        text,
        &format!(r#"Invalid date-time formatted string {text}: parsing time "{text}": extra text: ".+25Z""#),
    );
    let text = "soon";
    let reason = r#"parsing time "soon" as "2006-01-02T15:04:05": cannot parse "soon" as "2006""#;
    check(date_time, text, &format!("Invalid date-time formatted string {text}: {reason}"));
    let text = "2031-13-29T04:05:06Z";
    let reason = r#"parsing time "2031-13-29T04:05:06Z": month out of range"#;
    check(date_time, text, &format!("Invalid date-time formatted string {text}: {reason}"));
    let text = "2031-01-01t04:05:06\u{e9}";
    let reason = concat!(
        r#"parsing time "2031-01-01t04:05:06\xc3\xa9" as "2006-01-02T15:04:05": "#,
        r#"cannot parse "t04:05:06\xc3\xa9" as "T""#
    );
    check(date_time, text, &format!("Invalid date-time formatted string {text}: {reason}"));
}

#[test]
fn dates_are_midnight_in_utc() {
    check(date, "2031-07-09", "2031-07-09T00:00:00Z");
    let reason = r#"parsing time "2031-02-29": day out of range"#;
    check(date, "2031-02-29", &format!("Invalid date formatted string 2031-02-29: {reason}"));
}

#[test]
fn durations_may_be_words() {
    for (text, expected) in [
        ("2h45m", "9900s"),
        ("1 day and 1 hour", "90000s"),
        ("-1d", "86400s"),
        ("1.5d", "432000s"),
        ("1h30", "3600s"),
        ("1 day 3 dogs", "86400s"),
        ("2 WEEKS", "1209600s"),
        ("3 minutes", "180s"),
        ("5 µs", "0.000005s"),
        ("PT1H", "3600s"),
        ("106752 days", "-9223371273.70955s"),
    ] {
        check(duration, text, expected);
    }
    for text in ["5", "1 hrs", "later", ""] {
        check(duration, text, &format!("Invalid duration {text}: unable to parse {text} as duration"));
    }
    let reason = r#"strconv.Atoi: parsing "99999999999999999999": value out of range"#;
    check(duration, "99999999999999999999d", &format!("Invalid duration 99999999999999999999d: {reason}"));
}

#[test]
fn bytes_use_the_alphabet_for_urls() {
    assert_eq!(bytes("Q0VM").as_deref(), Ok(&b"CEL"[..]));
    assert_eq!(bytes("Q0U=").as_deref(), Ok(&b"CE"[..]));
    assert_eq!(bytes("Qw==\n").as_deref(), Ok(&b"C"[..]));
    assert_eq!(bytes("-_-_").as_deref(), Ok(&[0xfb, 0xff, 0xbf][..]));
    assert_eq!(bytes("").as_deref(), Ok(&b""[..]));
    for (text, offset) in [
        ("+/+/", 0),
        ("!!", 0),
        ("Q0V", 0),
        ("Q0VMQ", 4),
        ("Q", 0),
        ("Q=", 1),
        ("Qw=", 3),
        ("Qw=w", 2),
        ("Qw==w", 4),
        ("Q0U=w", 4),
    ] {
        let expected =
            format!("Invalid byte formatted string {text}: illegal base64 data at input byte {offset}");
        assert_eq!(bytes(text), Err(expected));
    }
}
