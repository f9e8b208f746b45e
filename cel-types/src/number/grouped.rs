//! Doubles as Go's English message printer writes them: `%f` and `%e` of `string.format` (Go: `x/text/message`).

use super::format_plain;

/// `%.Nf`: exact digits, ties to even, and commas between thousands. The default is six digits.
///
/// The printer stores the precision in small integers. From 256 on the number of zeros at the end is its lowest byte. From 32768 on the
/// digits are sometimes the shortest ones.
///
/// ```
/// use cel_types::number::format_fixed;
///
/// assert_eq!(format_fixed(-1234567.125, Some(2)), "-1,234,567.12");
/// assert_eq!(format_fixed(f64::INFINITY, None), "∞");
/// assert_eq!(format_fixed(0.5, Some(256)), "0.5");
/// ```
#[inline]
pub fn format_fixed(value: f64, precision: Option<u64>) -> String {
    let precision = precision.unwrap_or(6);
    if precision > LARGEST_PRECISION {
        return NO_VERB.to_owned();
    }
    let (sign, magnitude) = signed(value);
    if !magnitude.is_finite() {
        return format!("{sign}{}", no_number(magnitude));
    }
    let digits = fixed_digits(magnitude, precision);
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let zeros = usize::from(low_byte(precision)).saturating_sub(fraction.len());
    let mut text = format!("{sign}{}", with_commas(whole));
    if !fraction.is_empty() || zeros > 0 {
        text.push('.');
        text.push_str(fraction);
        text.push_str(&"0".repeat(zeros));
    }
    text
}

/// `%.Ne`: six exact digits, ties to even, with a raised exponent. N is the least width and no precision; the default is 6.
///
/// ```
/// use cel_types::number::format_scientific;
///
/// assert_eq!(format_scientific(1052.0329, None), "1.052033×10⁰³");
/// assert_eq!(format_scientific(-2.5, Some(16)), "  -2.500000×10⁰⁰");
/// assert_eq!(format_scientific(f64::NAN, None), "   NaN");
/// ```
#[inline]
pub fn format_scientific(value: f64, width: Option<u64>) -> String {
    let width = width.unwrap_or(6);
    if width > LARGEST_PRECISION {
        return NO_VERB.to_owned();
    }
    let (sign, magnitude) = signed(value);
    let text = if magnitude.is_finite() {
        format!("{sign}{}", scientific(magnitude))
    } else {
        format!("{sign}{}", no_number(magnitude))
    };
    let width = usize::from(low_half(width));
    format!("{text:>width$}")
}

/// The sign to print, and the absolute value. Zero has no sign.
#[inline]
fn signed(value: f64) -> (&'static str, f64) {
    (if value < 0.0 { "-" } else { "" }, value.abs())
}

#[inline]
fn no_number(magnitude: f64) -> &'static str {
    if magnitude.is_nan() { "NaN" } else { "∞" }
}

/// `d.dddddd×10⁰⁰`
#[inline]
fn scientific(magnitude: f64) -> String {
    let text = format!("{magnitude:.6e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(("", exponent), |exponent| ("⁻", exponent));
    let raised: String = format!("{exponent:0>2}").chars().map(raised).collect();
    format!("{digits}×10{sign}{raised}")
}

/// A digit as superscript.
#[inline]
fn raised(digit: char) -> char {
    let digit = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
    digit.and_then(|digit| RAISED.get(digit)).copied().unwrap_or('⁰')
}

/// The digits, possibly with zeros at the end.
#[inline]
fn fixed_digits(magnitude: f64, precision: u64) -> String {
    // Go's 16-bit integer becomes negative, and then Go prints the shortest digits.
    if low_half(precision) > i16::MAX.unsigned_abs() {
        return format_plain(magnitude);
    }
    let places = low_half(precision).min(MOST_PLACES);
    format!("{magnitude:.*}", usize::from(places))
}

#[inline]
fn with_commas(whole: &str) -> String {
    let mut text = String::with_capacity(whole.len().saturating_add(whole.len() / 3));
    for (place, digit) in (0..whole.len()).rev().zip(whole.chars()) {
        text.push(digit);
        if place > 0 && place % 3 == 0 {
            text.push(',');
        }
    }
    text
}

#[inline]
fn low_byte(number: u64) -> u8 {
    number as u8
}

#[inline]
fn low_half(number: u64) -> u16 {
    number as u16
}

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
/// No double has more places after the point.
const MOST_PLACES: u16 = 1074;
/// The printer stops reading digits when the number exceeds a million.
const LARGEST_PRECISION: u64 = 10_000_009;
/// The text that it prints for one more digit.
const NO_VERB: &str = "%!(NOVERB)";

#[cfg(test)]
mod tests;
