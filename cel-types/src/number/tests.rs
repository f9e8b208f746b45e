use super::*;

fn check<T: PartialEq + std::fmt::Debug>(parse: impl Fn(&str) -> Option<T>, text: &str, expected: Option<T>) {
    assert_eq!(parse(text), expected, "{text}");
}

#[test]
fn ints_are_decimal_digits_with_a_sign() {
    check(parse_int, "-0042", Some(-42));
    check(parse_int, "+7", Some(7));
    check(parse_int, "-0", Some(0));
    check(parse_int, "9223372036854775807", Some(i64::MAX));
    check(parse_int, "-9223372036854775808", Some(i64::MIN));
    for text in [
        "",
        "+",
        "-",
        "7.0",
        "0b11",
        "1_0",
        " 1",
        "1 ",
        "--1",
        "-9223372036854775809",
        "9223372036854775808",
        "٣",
    ] {
        check(parse_int, text, None);
    }
}

#[test]
fn uints_have_no_sign() {
    check(parse_uint, "0042", Some(42));
    check(parse_uint, "18446744073709551615", Some(u64::MAX));
    for text in ["", "+7", "-0", "-1", "1u", "18446744073709551616"] {
        check(parse_uint, text, None);
    }
}

#[test]
fn bools_have_six_spellings_each() {
    for text in ["1", "t", "T", "true", "TRUE", "True"] {
        check(parse_bool, text, Some(true));
    }
    for text in ["0", "f", "F", "false", "FALSE", "False"] {
        check(parse_bool, text, Some(false));
    }
    for text in ["", "fAlse", "on", "yes", " true"] {
        check(parse_bool, text, None);
    }
}

#[test]
fn doubles_are_read_as_by_go() {
    check(parse_double, "-.25", Some(-0.25));
    check(parse_double, "6.", Some(6.0));
    check(parse_double, "1_234.5", Some(1234.5));
    check(parse_double, "1e1_0", Some(1e10));
    check(parse_double, "+Inf", Some(f64::INFINITY));
    check(parse_double, "-iNfInItY", Some(f64::NEG_INFINITY));
    check(parse_double, "1e-400", Some(0.0));
    check(parse_double, "2.4703282292062327e-324", Some(0.0));
    check(parse_double, "2.4703282292062328e-324", Some(5e-324));
    check(parse_double, "1.7976931348623157e308", Some(f64::MAX));
    assert!(parse_double("nan").is_some_and(f64::is_nan));
    assert!(parse_double("-0").is_some_and(|zero| zero == 0.0 && zero.is_sign_negative()));
    for text in [
        "", ".", "+", "e5", "1e", "1e+", "1e_5", "12abc", "1__0", "_1", "1_", "1_.5", "1._5", "1e5_", "+nan",
        "-nan", "infi", "infinit", "1e999", "1.8e308", " 1", "1..2", "0b1p0", "1p5",
    ] {
        check(parse_double, text, None);
    }
}

#[test]
fn hexadecimal_doubles_round_to_the_nearest_even() {
    check(parse_double, "0x1.8p1", Some(3.0));
    check(parse_double, "0X_1P-1_0", Some(1.0 / 1024.0));
    check(parse_double, "-0x.8p0", Some(-0.5));
    check(parse_double, "0x1.00000000000008p0", Some(1.0));
    check(parse_double, "0x1.00000000000018p0", Some(1.000_000_000_000_000_4));
    check(parse_double, "0x1.000000000000080000000001p0", Some(1.000_000_000_000_000_2));
    check(parse_double, "0x1.fffffffffffff7p1023", Some(f64::MAX));
    check(parse_double, "0x1p-1074", Some(5e-324));
    check(parse_double, "0x1p-1075", Some(0.0));
    check(parse_double, "0x1.8p-1075", Some(5e-324));
    check(parse_double, "0x0.fffffffffffff8p-1022", Some(f64::MIN_POSITIVE));
    check(parse_double, "0x0p99999999999", Some(0.0));
    for text in [
        "0x",
        "0x1",
        "0x1.8",
        "0xp1",
        "0x.p1",
        "0x1e5",
        "0x1p",
        "0x1.fffffffffffff8p1023",
        "0x1p1024",
        "0x1_p0",
    ] {
        check(parse_double, text, None);
    }
}

#[test]
fn doubles_print_as_in_go() {
    for (value, expected) in [
        (3.0, "3"),
        (-0.0, "-0"),
        (100_000.0, "100000"),
        (250_000.0, "250000"),
        (999_999.0, "999999"),
        (1_000_000.0, "1e+06"),
        (2_500_000.0, "2.5e+06"),
        (1_234_567.5, "1.2345675e+06"),
        (123_456.75, "123456.75"),
        (0.0003, "0.0003"),
        (0.0001, "0.0001"),
        (0.000_03, "3e-05"),
        (-0.012_5, "-0.0125"),
        (1.25e-9, "1.25e-09"),
        (1e21, "1e+21"),
        (-7.0e22, "-7e+22"),
        (5e-324, "5e-324"),
        (f64::MAX, "1.7976931348623157e+308"),
        (f64::INFINITY, "+Inf"),
        (f64::NEG_INFINITY, "-Inf"),
        (f64::NAN, "NaN"),
    ] {
        assert_eq!(format_double(value), expected);
    }
}

#[test]
fn two_nearest_spellings_print_the_even_one() {
    assert_eq!(format_double(-302_089_586_726_785.0 / 16.0), "-1.8880599170424062e+13");
    assert_eq!(format_plain(1_152_921_504_897.0 / 128.0), "9007199257.007812");
}

#[test]
fn doubles_convert_within_the_open_range() {
    assert_eq!(double_to_int(9.999), Some(9));
    assert_eq!(double_to_int(-9.999), Some(-9));
    assert_eq!(double_to_int(9_223_372_036_854_774_784.0), Some(9_223_372_036_854_774_784));
    assert_eq!(double_to_uint(41.99), Some(41));
    assert_eq!(double_to_uint(-0.0), Some(0));
    assert_eq!(double_to_uint(18_446_744_073_709_549_568.0), Some(18_446_744_073_709_549_568));
    for value in [9.3e18, 9_223_372_036_854_775_808.0, -9_223_372_036_854_775_808.0, f64::NAN, f64::INFINITY]
    {
        assert_eq!(double_to_int(value), None);
    }
    for value in [-0.75, -1.0, 1.844_674_407_370_955_2e19, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(double_to_uint(value), None);
    }
}

#[test]
fn lossless_conversions_want_integral_values() {
    assert_eq!(double_to_int_lossless(-3.0), Some(-3));
    assert_eq!(double_to_int_lossless(0.5), None);
    assert_eq!(double_to_uint_lossless(3.0), Some(3));
    assert_eq!(double_to_uint_lossless(-3.0), None);
}
