use super::*;

/// The quantity of a text, or a sum written `a + b` or `a - b`.
fn read<'a>(arena: &'a Arena, text: &str) -> Quantity<'a> {
    let part = |text: &str| quantity(arena, text).unwrap();
    match (text.split_once(" + "), text.split_once(" - ")) {
        (Some((left, right)), _) => add(arena, part(left), part(right)),
        (_, Some((left, right))) => sub(arena, part(left), part(right)),
        _ => part(text),
    }
}

#[track_caller]
fn integer(text: &str, expected: Option<i64>) {
    let arena = Arena::new();
    assert_eq!(as_integer(read(&arena, text)).ok(), expected, "{text}");
}

#[track_caller]
fn float(text: &str, expected: f64) {
    let arena = Arena::new();
    let found = as_approximate_float(read(&arena, text));
    assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{text}: {found}");
}

#[track_caller]
fn ordered(left: &str, right: &str, expected: i64) {
    let arena = Arena::new();
    assert_eq!(compare_to(&arena, read(&arena, left), read(&arena, right)), expected, "{left} {right}");
    assert_eq!(compare_to(&arena, read(&arena, right), read(&arena, left)), -expected, "{right} {left}");
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let arena = Arena::new();
    let error = quantity(&arena, text).unwrap_err().to_string();
    assert!(error.starts_with(expected), "{text}: {error}");
    assert!(!is_quantity(text));
}

#[test]
fn texts() {
    for text in
        ["Mi", ".", "+", "-", "k", "e3", "5.", ".5", "0", "-0", "+1", "1e3", "1E3", "1e-3", "007", ".0Ki"]
    {
        assert!(is_quantity(text), "{text}");
    }
    for text in ["", " 1", "1 ", "1é", "0x1", "1k."] {
        refused(text, "quantities must match the regular expression");
    }
    for text in ["200K", "1e", "1mm", "1e9223372036854775808", "1k5", "ki", "--1"] {
        refused(text, "unable to parse quantity's suffix");
    }
    for text in ["Ei", ".Ei", "+Ei"] {
        refused(text, "unable to parse numeric part of quantity");
    }
}

#[test]
fn integers_need_the_fast_form() {
    integer("50k", Some(50_000));
    integer("1.5k", Some(1500));
    integer("3Ti", Some(3 << 40));
    integer("9E", Some(9_000_000_000_000_000_000));
    integer("-1", Some(-1));
    integer("0e2147483647", Some(0));
    for text in ["1.0", "2000m", "3Pi", "1Ei", "9223372036854775807", "0.5 + 0.5", "10E", "1e2147483647"] {
        integer(text, None);
    }
}

#[test]
fn sums() {
    integer("1 + 1", Some(2));
    integer("1k - 1", Some(999));
    integer("9E + 9E", None);
    float("9E + 9E", 1.8e19);
    ordered("9E + 9E", "18E", 0);
    ordered("0.5 + 0.5", "1", 0);
    ordered("1e999999999 - 1n", "1e999999999", -1);
    ordered("1e999999999 - 1n", "1e999999998", 1);
    ordered("12345678901234567890 - 12345678901234567890", "0", 0);
}

#[test]
fn doubles_are_rounded_as_the_server_rounds_them() {
    float("0.3", 0.300_000_000_000_000_04);
    float("0.7", 0.700_000_000_000_000_1);
    float("1234567890123456789", 1.234_567_890_123_457e18);
    float("1e-400", 1e-9);
    float("1e400", f64::INFINITY);
    float("0e400", f64::NAN);
    float("5.Ei", 5_764_607_523_034_235_000.0);
    float("1e300 + 1n", f64::INFINITY);
    float("1e-4294967295", 10.0);
    float("0Ei + 1950559Ki", 1_997_372_416.0);
    float("1 + 0e-400", f64::NAN);
    let nines = "9".repeat(400);
    float(&format!("1e400 - {nines}"), 1e9 * power_of_ten(-9));
    float(&format!("{nines} - 1e400"), -1e9 * power_of_ten(-9));
}

#[test]
fn rounded_away_from_zero_and_capped() {
    ordered("1e-400", "1n", 0);
    ordered("-0.0000000001", "-1n", 0);
    ordered("1.0000000000000000001", "1.000000001", 0);
    ordered("8Ei", "9Ei", 0);
    ordered("8Ei", "9223372036854775807", 0);
    ordered("-9Ei", "-9223372036854775807", 0);
    ordered("7Ei", "8070450532247928832", 0);
    ordered("0.5Ki", "512", 0);
    ordered("1.0009765625Ki", "1025", 0);
}

#[test]
fn order_is_exact_at_any_distance() {
    ordered("1e999999999", "1e999999998", 1);
    ordered("-1e999999999", "1n", -1);
    ordered("0e999999999", "0n", 0);
    ordered("1000m", "1", 0);
    ordered("1Ki", "1k", 1);
    ordered("12345678901234567890", "12345678901234567891", -1);
}

#[test]
fn comparing_with_a_big_quantity_makes_the_receiver_big() {
    let arena = Arena::new();
    let (small, big) = (read(&arena, "1"), read(&arena, "3Pi"));
    assert!(!is_less_than(&arena, big, small));
    assert!(is_integer(small));
    assert!(is_less_than(&arena, small, big));
    assert!(!is_integer(small));
}

#[test]
fn a_sum_on_the_right_equals_nothing() {
    let arena = Arena::new();
    let (two, sum) = (read(&arena, "2"), read(&arena, "1 + 1"));
    assert_eq!(sum.try_equal(two), Some(true));
    assert_eq!(two.try_equal(sum), None);
    assert!(!two.equal(sum));
}
