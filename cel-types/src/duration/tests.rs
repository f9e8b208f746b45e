use super::*;

fn check(text: &str, expected: Option<i64>) {
    assert_eq!(Duration::parse(text).map(Duration::nanos), expected, "{text}");
}

fn parse(text: &str) -> Duration {
    Duration::parse(text).unwrap()
}

#[test]
fn reads_what_go_reads() {
    check("1h0m2.000000003s", Some(3_602_000_000_003));
    check("-2m30s", Some(-150_000_000_000));
    check("+1.5m", Some(90_000_000_000));
    check("1m1h", Some(3_660_000_000_000));
    check("250us", Some(250_000));
    check("250µs", Some(250_000));
    check("250μs", Some(250_000));
    check(".25s", Some(250_000_000));
    check("7.s", Some(7_000_000_000));
    check("1.9ns", Some(1));
    check("0.3333333333333333333333333h", Some(1_200_000_000_000));
    for text in ["0", "-0", "+0"] {
        check(text, Some(0));
    }
    for text in ["", "+", "3", "00", "2d", "1 h", "1H", "s", ".s", "-.s", "1h ", "1.2.3s", "--1s", "1µ"] {
        check(text, None);
    }
}

#[test]
fn fits_an_int_of_nanoseconds() {
    check("9223372036854775807ns", Some(i64::MAX));
    check("-9223372036854775808ns", Some(i64::MIN));
    check("9223372036854775808ns", None);
    check("-9223372036854775809ns", None);
    check("9223372036.854775808s", None);
    check("-9223372036.854775808s", Some(i64::MIN));
    check("2562047h47m16.854775807s", Some(i64::MAX));
    check("99999999999999999999h", None);
    check("9223372036854775808ns9223372036854775808ns", Some(0));
}

#[test]
fn prints_seconds() {
    for (text, expected) in [
        ("0", "0s"),
        ("2h", "7200s"),
        ("1.25s", "1.25s"),
        ("3ns", "0.000000003s"),
        ("-90ms", "-0.09s"),
        ("2501999h59m59.123456789s", "9007199999.123457s"),
        ("9007199257.0078125s", "9007199257.007812s"),
        ("-9223372036854775808ns", "-9223372036.854776s"),
    ] {
        assert_eq!(parse(text).to_string(), expected);
    }
}

#[test]
fn getters_give_totals() {
    assert_eq!(parse("3h59m").hours(), 3);
    assert_eq!(parse("-3h59m").hours(), -3);
    assert_eq!(parse("3h59m").minutes(), 239);
    assert_eq!(parse("2.75s").seconds(), 2);
    assert_eq!(parse("2.75s").milliseconds(), 2750);
    assert_eq!(parse("-1.5ms").milliseconds(), -1);
}

#[test]
fn long_durations_round_up_in_getters() {
    assert_eq!(parse("1500000h59m59.999999999s").hours(), 1_500_001);
    assert_eq!(parse("9007199255.999999999s").seconds(), 9_007_199_256);
}

#[test]
fn sums_overflow() {
    assert_eq!(parse("2562047h").checked_add(parse("1h")), None);
    assert_eq!(parse("-2562047h").checked_sub(parse("1h")), None);
    assert_eq!(parse("1h").checked_add(parse("-1m")), Some(parse("59m")));
    assert_eq!(parse("1m").checked_sub(parse("1h")), Some(parse("-59m")));
    assert_eq!(Duration::from_nanos(i64::MIN).checked_neg(), None);
}
