//! Conversions between numbers, bools and their texts.

mod grouped;

pub use grouped::{format_fixed, format_scientific};

use std::fmt::Write;

/// `int(text)`: decimal digits with an optional sign.
///
/// ```
/// assert_eq!(cel_types::number::parse_int("-07"), Some(-7));
/// assert_eq!(cel_types::number::parse_int("1_000"), None);
/// ```
#[inline]
pub fn parse_int(text: &str) -> Option<i64> {
    text.parse().ok() // Rust and Go agree here
}

/// `uint(text)`: decimal digits without a sign.
///
/// ```
/// assert_eq!(cel_types::number::parse_uint("7"), Some(7));
/// assert_eq!(cel_types::number::parse_uint("+7"), None);
/// ```
#[inline]
pub fn parse_uint(text: &str) -> Option<u64> {
    if text.starts_with('+') { None } else { text.parse().ok() }
}

/// `bool(text)`.
///
/// ```
/// assert_eq!(cel_types::number::parse_bool("T"), Some(true));
/// assert_eq!(cel_types::number::parse_bool("yes"), None);
/// ```
#[inline]
pub fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// `double(text)` (Go: `strconv.ParseFloat`). It also reads hexadecimal numbers, underscores between digits, infinities and NaN. A number
/// that is too large is an error; a number that is too small is zero.
///
/// ```
/// use cel_types::number::parse_double;
///
/// assert_eq!(parse_double("1_0.5"), Some(10.5));
/// assert_eq!(parse_double("0x1.8p1"), Some(3.0));
/// assert_eq!(parse_double("1e400"), None);
/// ```
#[inline]
pub fn parse_double(text: &str) -> Option<f64> {
    let (negative, unsigned) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let is_any = |words: &[&str]| words.iter().any(|word| unsigned.eq_ignore_ascii_case(word.as_bytes()));
    let is_plain = unsigned.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let size = if is_plain {
        // Rust reads such numbers as Go does.
        Some(text.trim_start_matches(['-', '+']).parse().ok()?).filter(|size: &f64| size.is_finite())?
    } else if is_any(&["inf", "infinity"]) {
        f64::INFINITY
    } else if text.eq_ignore_ascii_case("nan") {
        f64::NAN
    } else {
        let parts = split_number(unsigned)?;
        let size = if parts.hex { hex_value(&parts)? } else { decimal_value(&parts)? };
        Some(size).filter(|size| size.is_finite())?
    };
    Some(if negative { -size } else { size })
}

/// `string(x)` of a double, also in errors (Go: `%v`): the fewest digits that read back as the same number, with an
/// exponent below 1e-4 and from 1e6 on.
///
/// ```
/// use cel_types::number::format_double;
///
/// assert_eq!(format_double(100000.0), "100000");
/// assert_eq!(format_double(1234567.5), "1.2345675e+06");
/// assert_eq!(format_double(f64::INFINITY), "+Inf");
/// ```
#[inline]
pub fn format_double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let shortest = shortest(value);
    let Some((digits, exponent)) = shortest.split_once('e') else {
        return shortest;
    };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        return without_exponent(digits, exponent);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// A finite double as Go's JSON encoder writes it: without exponent from a millionth up to 10 to the 21st.
///
/// ```
/// use cel_types::number::format_json;
///
/// assert_eq!(format_json(1234567.5), "1234567.5");
/// assert_eq!((format_json(1e21), format_json(1.5e-9)), ("1e+21".to_owned(), "1.5e-9".to_owned()));
/// ```
#[inline]
pub fn format_json(value: f64) -> String {
    if value == 0.0 || (1e-6..1e21).contains(&value.abs()) {
        return format_plain(value);
    }
    let shortest = shortest(value);
    match shortest.split_once('e') {
        Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
        _ => shortest,
    }
}

/// A finite double without exponent, as durations print their seconds.
#[inline]
pub(crate) fn format_plain(value: f64) -> String {
    let shortest = shortest(value);
    match shortest.split_once('e') {
        Some((digits, exponent)) => without_exponent(digits, exponent.parse().unwrap_or_default()),
        None => shortest,
    }
}

/// A finite double with an exponent and the fewest digits. If several texts are equally short, Go takes the nearest one, and of two
/// equally near ones the even one. Rust chooses differently (18880599170424.0625).
#[inline]
fn shortest(value: f64) -> String {
    let shortest = format!("{value:e}");
    let digits = shortest.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
    let nearest = format!("{value:.*e}", digits.saturating_sub(1));
    if nearest.parse() == Ok(value) { nearest } else { shortest }
}

/// Moves the point of `d.ddd`, which may have a sign, by `exponent` places.
#[inline]
fn without_exponent(digits: &str, exponent: i32) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let digits = digits.replace('.', "");
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or_default();
    if exponent < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat(places.saturating_sub(1)));
    }
    let whole = places.saturating_add(1);
    match digits.split_at_checked(whole) {
        Some((whole, "")) => format!("{sign}{whole}"),
        Some((whole, fraction)) => format!("{sign}{whole}.{fraction}"),
        None => format!("{sign}{digits:0<whole$}"),
    }
}

/// `int(x)` of a double, truncated. `None` is `integer overflow`. The smallest int itself is refused, as on the server.
///
/// ```
/// assert_eq!(cel_types::number::double_to_int(-1.9), Some(-1));
/// assert_eq!(cel_types::number::double_to_int(-9223372036854775808.0), None);
/// ```
#[inline]
pub fn double_to_int(value: f64) -> Option<i64> {
    (value > -TWO_TO_63 && value < TWO_TO_63).then_some(value as i64)
}

/// `uint(x)` of a double, truncated. `None` is `unsigned integer overflow`, also for every negative number.
///
/// ```
/// assert_eq!(cel_types::number::double_to_uint(1.9), Some(1));
/// assert_eq!(cel_types::number::double_to_uint(-0.5), None);
/// ```
#[inline]
pub fn double_to_uint(value: f64) -> Option<u64> {
    (0.0..TWO_TO_64).contains(&value).then_some(value as u64)
}

/// `int(x)` of a uint. `None` is `integer overflow`.
#[inline]
pub fn uint_to_int(value: u64) -> Option<i64> {
    i64::try_from(value).ok()
}

/// `uint(x)` of an int. `None` is `unsigned integer overflow`.
#[inline]
pub fn int_to_uint(value: i64) -> Option<u64> {
    u64::try_from(value).ok()
}

/// The int that equals a double, if there is one. Lists accept such a double as index, and maps as key.
///
/// ```
/// assert_eq!(cel_types::number::double_to_int_lossless(2.0), Some(2));
/// assert_eq!(cel_types::number::double_to_int_lossless(2.5), None);
/// ```
#[inline]
pub fn double_to_int_lossless(value: f64) -> Option<i64> {
    double_to_int(value).filter(|int| *int as f64 == value)
}

/// The uint that equals a double, if there is one.
#[inline]
pub fn double_to_uint_lossless(value: f64) -> Option<u64> {
    double_to_uint(value).filter(|uint| *uint as f64 == value)
}

/// The parts of a number without its sign, in the order of the text.
struct NumberParts<'t> {
    hex: bool,
    /// Digits, at most one point, and underscores.
    mantissa: &'t [u8],
    /// The exponent. It is decimal, even for a hexadecimal number.
    exponent: i32,
}

#[inline]
fn split_number(text: &[u8]) -> Option<NumberParts<'_>> {
    let (hex, number) = match text {
        [b'0', b'x' | b'X', rest @ ..] if !rest.is_empty() => (true, rest),
        _ => (false, text),
    };
    let is_digit = |byte: u8| {
        if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() }
    };
    let end = number.iter().position(|byte| !is_digit(*byte) && !matches!(byte, b'.' | b'_'));
    let (mantissa, rest) = number.split_at_checked(end.unwrap_or(number.len()))?;
    let points = mantissa.iter().filter(|byte| **byte == b'.').count();
    if points > 1 || !mantissa.iter().any(|byte| is_digit(*byte)) {
        return None;
    }
    let exponent = match rest {
        [] if hex => return None,
        [] => 0,
        [b'e' | b'E', rest @ ..] if !hex => parse_exponent(rest)?,
        [b'p' | b'P', rest @ ..] if hex => parse_exponent(rest)?,
        _ => return None,
    };
    underscores_separate_digits(number, hex).then_some(NumberParts { hex, mantissa, exponent })
}

/// The exponent. Like in Go it stops growing at five digits, where every number is zero or infinite.
#[inline]
fn parse_exponent(text: &[u8]) -> Option<i32> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if !digits.first()?.is_ascii_digit() {
        return None;
    }
    let mut exponent: i32 = 0;
    for byte in digits.iter().filter(|byte| **byte != b'_') {
        if !byte.is_ascii_digit() {
            return None;
        }
        if exponent < 10_000 {
            exponent = exponent.wrapping_mul(10).wrapping_add(i32::from(byte.wrapping_sub(b'0')));
        }
    }
    Some(if negative { exponent.wrapping_neg() } else { exponent })
}

/// True if each underscore stands between two digits, or between the base prefix and a digit.
#[inline]
fn underscores_separate_digits(number: &[u8], hex: bool) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || hex && byte.is_ascii_hexdigit();
    let mut before = if hex { b'0' } else { b' ' };
    for &byte in number {
        if byte == b'_' && !is_digit(before) || before == b'_' && !is_digit(byte) {
            return false;
        }
        before = byte;
    }
    before != b'_'
}

#[inline]
fn decimal_value(parts: &NumberParts<'_>) -> Option<f64> {
    let mut text: String =
        parts.mantissa.iter().filter(|byte| **byte != b'_').map(|byte| char::from(*byte)).collect();
    let written = write!(text, "e{}", parts.exponent);
    debug_assert!(written.is_ok(), "a String takes whatever is written");
    text.parse().ok()
}

/// The double nearest to a hexadecimal number, ties to even.
#[inline]
fn hex_value(parts: &NumberParts<'_>) -> Option<f64> {
    let mut mantissa: u64 = 0;
    let mut exponent = i64::from(parts.exponent);
    let mut after_point = false;
    for &byte in parts.mantissa {
        let Some(digit) = char::from(byte).to_digit(16) else {
            after_point = after_point || byte == b'.';
            continue;
        };
        if mantissa >> 59 == 0 {
            mantissa = mantissa << 4 | u64::from(digit);
            exponent = exponent.wrapping_sub(if after_point { 4 } else { 0 });
        } else {
            mantissa |= u64::from(digit != 0); // lost, but not for rounding
            exponent = exponent.wrapping_add(if after_point { 0 } else { 4 });
        }
    }
    if mantissa == 0 {
        return Some(0.0);
    }
    let leading = mantissa.leading_zeros();
    mantissa <<= leading;
    exponent = exponent.wrapping_sub(i64::from(leading)); // value = mantissa * 2^exponent, highest bit set
    Some(round_to_double(mantissa, exponent))
}

/// `mantissa * 2^exponent`. The highest bit of the mantissa is set. Its lowest bit stands for all lower bits.
#[inline]
fn round_to_double(mantissa: u64, exponent: i64) -> f64 {
    let top = exponent.saturating_add(63); // exponent of the highest bit
    if top > 1023 {
        return f64::INFINITY;
    }
    let missing = (-1022_i64).saturating_sub(top).max(0); // bits that a subnormal number lacks
    let drop = u32::try_from(missing.saturating_add(11)).unwrap_or(u32::MAX);
    let kept = mantissa.checked_shr(drop).unwrap_or_default();
    let half = 1_u64.checked_shl(drop.wrapping_sub(1)).unwrap_or_default();
    let rest = mantissa & half.wrapping_mul(2).wrapping_sub(1);
    let up = half != 0 && (rest > half || rest == half && kept & 1 == 1);
    let kept = kept.wrapping_add(u64::from(up));
    // A carry out of the fraction increments the exponent, as the encoding needs it.
    let biased = if missing > 0 { 0 } else { u64::try_from(top.saturating_add(1022)).unwrap_or_default() };
    f64::from_bits((biased << 52).wrapping_add(kept))
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

#[cfg(test)]
mod tests;
