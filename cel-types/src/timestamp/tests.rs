use super::*;

fn parse(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn duration(text: &str) -> Duration {
    Duration::parse(text).unwrap()
}

fn check(text: &str, expected: &str) {
    let actual = match Timestamp::parse(text) {
        Ok(timestamp) => timestamp.to_string(),
        Err(error) => format!("{error:?}"),
    };
    assert_eq!(actual, expected, "{text}");
}

#[test]
fn reads_rfc_3339_as_go_does() {
    check("2031-07-09T04:05:06Z", "2031-07-09T04:05:06Z");
    check("2031-07-09T04:05:06.000000001Z", "2031-07-09T04:05:06.000000001Z");
    check("2031-07-09T04:05:06.500Z", "2031-07-09T04:05:06.5Z");
    check("2031-07-09T4:05:06Z", "2031-07-09T04:05:06Z");
    check("2031-07-09T04:05:06,75Z", "2031-07-09T04:05:06.75Z");
    check("2031-07-09T04:05:06.1234567899Z", "2031-07-09T04:05:06.123456789Z");
    check("2031-07-09T04:05:06+03:30", "2031-07-09T04:05:06+03:30");
    check("2031-07-09T04:05:06-00:00", "2031-07-09T04:05:06Z");
    check("2031-07-09T04:05:06+24:00", "2031-07-09T04:05:06+24:00");
    check("2031-07-09T04:05:06+23:60", "2031-07-09T04:05:06+24:00");
    check("2032-02-29T04:05:06Z", "2032-02-29T04:05:06Z");
    for text in [
        "",
        "2031-07-09T04:05:06+25:00",
        "2031-07-09t04:05:06Z",
        "2031-07-09T04:05:06z",
        "2031-07-09 04:05:06Z",
        "2031-07-09T04:05Z",
        "2031-07-09T04:05:60Z",
        "2031-07-09T24:05:06Z",
        "2031-02-29T04:05:06Z",
        "2031-13-01T00:00:00Z",
        "2031-00-01T00:00:00Z",
        "31-07-09T04:05:06Z",
        "2031-7-09T04:05:06Z",
        "2031-07-09T04:05:06",
        "2031-07-09T04:05:06.Z",
        "2031-07-09T04:05:06+0300",
        "2031-07-09T04:05:06+03:61",
        "2031-07-09T04:05:06 03:00",
        "2031-07-09T04:05:06Z ",
        "2100-02-29T00:00:00Z",
    ] {
        check(text, "Syntax");
    }
}

#[test]
fn ranges_from_year_1_to_9999() {
    check("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z");
    check("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z");
    check("0001-01-01T00:00:00+00:01", "Overflow");
    check("9999-12-31T23:59:59-00:01", "Overflow");
    check("0000-12-31T23:59:59Z", "Overflow");
    check("0000-12-31T23:59:59-00:01", "0000-12-31T23:59:59-00:01");
    assert_eq!(Timestamp::from_seconds(253_402_300_800), None);
    assert_eq!(Timestamp::from_seconds(-62_135_596_801), None);
    assert_eq!(Timestamp::from_seconds(1_941_000_000), Some(parse("2031-07-05T06:40:00Z")));
    assert_eq!(parse("1969-12-31T23:59:58.75Z").seconds(), -2);
}

#[test]
fn compares_points_in_time() {
    assert_eq!(parse("2031-07-09T04:05:06+02:00"), parse("2031-07-09T02:05:06Z"));
    assert!(parse("2031-07-09T04:05:06.1Z") > parse("2031-07-09T05:05:06+01:00"));
}

#[test]
fn keys_and_sets_tell_zones_apart() {
    let check = |left: &str, right: &str, expected| {
        assert_eq!(parse(left).is_identical(parse(right)), expected, "{left} {right}");
    };
    check("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z", true);
    check("2020-01-01T00:00:00Z", "2020-01-01T00:00:00+00:00", false);
    check("2020-01-01T00:00:00-00:00", "2020-01-01T00:00:00+00:00", true);
    check("2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00", false);
    check("2020-01-01T01:00:00+01:00", "2020-01-01T01:00:00+01:00", true);
    check("2020-01-01T01:00:00+05:30", "2020-01-01T01:00:00+05:30", false);
    check("2020-01-01T01:00:00+14:00", "2020-01-01T01:00:00+14:00", true);
    check("2020-01-01T01:00:00+15:00", "2020-01-01T01:00:00+15:00", false);
    check("2020-01-01T01:00:00-13:00", "2020-01-01T01:00:00-13:00", false);
    let read = parse("2020-01-01T01:00:00+05:30");
    assert!(read.is_identical(read));
    assert!(read.numbered(7).is_identical(parse("2020-01-01T01:00:00+05:30").numbered(7)));
    assert!(!read.numbered(7).is_identical(read.numbered(8)));
}

#[test]
fn adds_and_subtracts() {
    let add = |time: &str, span: &str| parse(time).checked_add(duration(span)).map(|sum| sum.to_string());
    assert_eq!(add("2031-07-09T04:05:06Z", "-36h").as_deref(), Some("2031-07-07T16:05:06Z"));
    assert_eq!(add("2031-07-09T04:05:06+02:00", "-0.5s").as_deref(), Some("2031-07-09T04:05:05.5+02:00"));
    assert_eq!(add("9999-12-31T23:00:00Z", "2h"), None);
    assert_eq!(add("0001-01-01T00:00:00Z", "-1ns"), None);
    let smallest = Duration::from_nanos(i64::MIN);
    let middle = parse("2031-07-09T04:05:06Z");
    assert_eq!(middle.checked_sub(smallest), Err(SubtractError::IntegerOverflow));
    assert_eq!(
        parse("0001-01-01T00:00:00Z").checked_sub(duration("1s")),
        Err(SubtractError::TimestampOverflow)
    );
    assert_eq!(middle.checked_sub(duration("1s")), Ok(parse("2031-07-09T04:05:05Z")));
}

#[test]
fn differences_fit_a_duration() {
    let difference = |left: &str, right: &str| parse(left).duration_since(parse(right)).map(Duration::nanos);
    assert_eq!(difference("2031-07-09T04:05:06Z", "2031-07-08T04:05:07Z"), Some(86_399_000_000_000));
    assert_eq!(difference("9000-01-01T00:00:00Z", "1000-01-01T00:00:00Z"), None);
    assert_eq!(difference("2262-04-11T23:47:16.854775807Z", "1970-01-01T00:00:00Z"), Some(i64::MAX));
    // The seconds alone do not fit, but the difference would.
    assert_eq!(difference("1677-09-21T00:12:43.145224193Z", "1970-01-01T00:00:00Z"), None);
}

#[test]
fn getters_count_from_zero_where_cel_does() {
    let civil = parse("2031-07-09T04:05:06.789Z").in_utc();
    assert_eq!((civil.full_year(), civil.month(), civil.date(), civil.day_of_month()), (2031, 6, 9, 8));
    assert_eq!((civil.day_of_week(), civil.day_of_year()), (3, 189));
    assert_eq!((civil.hours(), civil.minutes(), civil.seconds(), civil.milliseconds()), (4, 5, 6, 789));
    assert_eq!(parse("2031-07-09T04:05:06+09:00").in_utc().date(), 8);
    assert_eq!(parse("2024-12-31T00:00:00Z").in_utc().day_of_year(), 365);
    assert_eq!(parse("1900-03-01T00:00:00Z").in_utc().day_of_year(), 59);
}

#[test]
fn time_zones_are_offsets_or_names() {
    let hour = |zone: &str| match parse_time_zone(zone) {
        Ok(TimeZone::Offset(offset)) => Ok(parse("2031-07-09T04:05:06Z").at_offset(offset).hours()),
        Ok(TimeZone::Named(name)) => Err(format!("named {name}")),
        Err(error) => Err(error),
    };
    assert_eq!(hour("-07:30"), Ok(20));
    assert_eq!(hour("9:00"), Ok(13));
    assert_eq!(hour("+5:75"), Ok(10));
    assert_eq!(hour("+00:-30"), Ok(3));
    assert_eq!(hour(""), Ok(4));
    assert_eq!(hour("UTC"), Ok(4));
    assert_eq!(hour("Local"), Ok(4));
    assert_eq!(hour("../UTC"), Err("time: invalid location name".to_owned()));
    assert_eq!(hour("+0530"), Err("named +0530".to_owned()));
    assert_eq!(hour("x:y"), Err(r#"strconv.Atoi: parsing "x": invalid syntax"#.to_owned()));
    assert_eq!(hour("9:"), Err(r#"strconv.Atoi: parsing "": invalid syntax"#.to_owned()));
    assert_eq!(
        hour("9223372036854775808:0"),
        Err(r#"strconv.Atoi: parsing "9223372036854775808": value out of range"#.to_owned())
    );
}

#[test]
fn offsets_may_leave_the_range() {
    let last = parse("9999-12-31T23:59:59Z");
    assert_eq!(last.at_offset(99 * 3600).full_year(), 10_000);
    assert_eq!(parse("0001-01-01T00:00:00Z").at_offset(-3600).full_year(), 0);
}
