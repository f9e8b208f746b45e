use super::*;

fn check(text: &str, zone: &str, expected: &str) {
    let arena = Arena::new();
    let timestamp = Timestamp::parse(text).unwrap();
    let actual = match in_zone(&arena, timestamp, zone) {
        Ok(civil) => format!(
            "{}-{}-{} {}:{}:{}",
            civil.full_year(),
            civil.month_of_year(),
            civil.date(),
            civil.hours(),
            civil.minutes(),
            civil.seconds()
        ),
        Err(error) => error.to_string(),
    };
    assert_eq!(actual, expected, "{text} {zone}");
}

#[test]
fn offsets_have_no_range() {
    check("9999-12-31T23:59:59Z", "+99:99", "10000-1-5 4:38:59");
    check("2031-07-09T04:05:06Z", "9:00", "2031-7-9 13:5:6");
    check("2031-07-09T04:05:06Z", "+00:-30", "2031-7-9 3:35:6");
    check("0001-01-01T00:00:00Z", "-00:01", "0-12-31 23:59:0");
}

#[test]
fn bad_zones_say_what_go_says() {
    for (zone, expected) in [
        ("/UTC", "time: invalid location name"),
        ("\\UTC", "time: invalid location name"),
        ("Europe/../UTC", "time: invalid location name"),
        (":", r#"strconv.Atoi: parsing "": invalid syntax"#),
        ("1:2:3", r#"strconv.Atoi: parsing "2:3": invalid syntax"#),
        ("99999999999999999999:0", r#"strconv.Atoi: parsing "99999999999999999999": value out of range"#),
    ] {
        check("2031-07-09T04:05:06Z", zone, expected);
    }
}

#[test]
fn utc_has_three_names() {
    for zone in ["", "UTC", "Local"] {
        check("2031-07-09T04:05:06Z", zone, "2031-7-9 4:5:6");
    }
}

#[cfg(feature = "time-zones")]
#[test]
fn zones_have_a_past_and_a_future() {
    check("0001-01-01T00:00:00Z", "Europe/Zurich", "1-1-1 0:34:8");
    check("1853-07-16T00:00:00Z", "Europe/Zurich", "1853-7-16 0:29:46");
    check("1941-07-01T00:00:00Z", "Europe/Zurich", "1941-7-1 2:0:0");
    check("9999-07-01T00:00:00Z", "Europe/Zurich", "9999-7-1 2:0:0");
    check("9999-12-31T23:59:59Z", "Europe/Zurich", "10000-1-1 0:59:59");
    check("2031-01-01T00:00:00Z", "US/Pacific", "2030-12-31 16:0:0");
    check("2031-01-01T00:00:00Z", "Etc/GMT+5", "2030-12-31 19:0:0");
    check("2031-01-01T00:00:00Z", "utc", "unknown time zone utc");
    check("2031-01-01T00:00:00Z", "Europe/", "unknown time zone Europe/");
}

#[cfg(feature = "time-zones")]
#[test]
fn every_zone_has_an_offset_in_every_year() {
    let arena = Arena::new();
    for (name, _) in names::ZONES {
        for year in (1..=9999).step_by(97) {
            let timestamp = Timestamp::parse(&format!("{year:04}-06-30T12:00:00Z")).unwrap();
            let offset = in_zone(&arena, timestamp, name).map(|civil| civil.hours() - 12);
            assert!(offset.is_ok_and(|hours| hours.abs() <= 15), "{name} {year}");
        }
    }
}

#[cfg(not(feature = "time-zones"))]
#[test]
fn without_the_database_names_are_errors() {
    let expected = "time zone Europe/Zurich: cel-runtime was built without its feature `time-zones`";
    check("2031-01-01T00:00:00Z", "Europe/Zurich", expected);
}
