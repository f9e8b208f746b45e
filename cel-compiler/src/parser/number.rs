//! Values of the texts of numbers.

use crate::ast::Literal;

pub(super) fn int(text: &str, negative: bool) -> Option<Literal> {
    let (digits, radix) = radix(text);
    let signed = if negative { format!("-{digits}") } else { digits.to_owned() };
    i64::from_str_radix(&signed, radix).ok().map(Literal::Int)
}

pub(super) fn uint(text: &str) -> Option<Literal> {
    let (digits, radix) = radix(text.trim_end_matches(['u', 'U']));
    u64::from_str_radix(digits, radix).ok().map(Literal::Uint)
}

pub(super) const INT_RANGE: &str =
    "an integer has 64 bits: it is from -9223372036854775808 to 9223372036854775807";

pub(super) const UINT_RANGE: &str = "an unsigned integer has 64 bits: it is at most 18446744073709551615";

pub(super) const DOUBLE_RANGE: &str = "a double is at most 1.7976931348623157e308";

fn radix(text: &str) -> (&str, u32) {
    match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    }
}

/// A double. A number that is too small becomes zero; one that is too large is an error.
pub(super) fn double(text: &str, negative: bool) -> Option<Literal> {
    let value: f64 = text.parse().ok()?;
    value.is_finite().then_some(Literal::Double(if negative { -value } else { value }))
}
