//! Sizes as the cost model counts them (k8s: `cel/library/cost.go`, `actualSize`).

use super::ops::Outcome;

/// The text of an operand; one that failed counts 1.
#[inline]
pub fn text<'a>(operand: Outcome<'a, &'a str>) -> &'a str {
    operand.unwrap_or("?")
}

/// Unicode code points; most text is ASCII, and asking so is faster than counting.
#[inline]
pub fn code_points(text: &str) -> u64 {
    length(if text.is_ascii() { text.len() } else { text.chars().count() })
}

/// `ceil(n * 0.1)`. Go computes it in floating point; the integer form agrees for every n below 2^31 (all were tried), and
/// `f64::ceil` is a library call on baseline x86-64.
#[inline]
pub fn ceil01(n: u64) -> u64 {
    n.div_ceil(10)
}

/// `ceil(n * 0.2)`, in the same way.
#[inline]
pub fn ceil02(n: u64) -> u64 {
    ceil01(n.saturating_mul(2))
}

/// The charge of `==`, `!=` and of ordering strings and bytes: a tenth of the smaller size, rounded up.
#[inline]
pub fn smaller(left: u64, right: u64) -> u64 {
    ceil01(left.min(right))
}

/// [`smaller`] of two strings. Ten bytes are one to ten code points, so short strings are not counted.
#[inline]
pub fn smaller_string(left: &str, right: &str) -> u64 {
    match left.len().min(right.len()) {
        0 => 0,
        1..=10 => 1,
        _ => smaller_long_string(left, right),
    }
}

#[inline(never)]
fn smaller_long_string(left: &str, right: &str) -> u64 {
    smaller(code_points(left), code_points(right))
}

/// A string that a loop compares again and again, counted once.
#[derive(Clone, Copy)]
pub struct Measured {
    bytes: usize,
    code_points: u64,
}

/// Counts a string.
#[inline]
pub fn measured(text: &str) -> Measured {
    Measured { bytes: text.len(), code_points: code_points(text) }
}

/// [`smaller_string`] with one string counted before.
#[inline]
pub fn smaller_measured(text: &str, other: &Measured) -> u64 {
    match text.len().min(other.bytes) {
        0 => 0,
        1..=10 => 1,
        _ => smaller(code_points(text), other.code_points),
    }
}

/// [`smaller`] of a string and one of known size.
#[inline]
pub fn smaller_known(text: &str, known: u64) -> u64 {
    if text.is_empty() || known == 0 {
        0
    } else if text.len() <= 10 || known <= 10 {
        1
    } else {
        smaller(code_points(text), known)
    }
}

/// The charge of `left + right` on strings and bytes.
#[inline]
pub fn sum(left: u64, right: u64) -> u64 {
    ceil01(left.saturating_add(right))
}

/// The charge of `text.contains(part)`.
#[inline]
pub fn product(text: u64, part: u64) -> u64 {
    ceil01(text).saturating_mul(ceil01(part))
}

/// The charge of `cidr.containsIP(..)`; `text` is the size of an operand that is read first.
#[inline]
pub fn contains_ip(cidr: u64, text: u64) -> u64 {
    ceil02(cidr).saturating_add(ceil01(text))
}

/// The charge of `cidr.containsCIDR(..)`, likewise.
#[inline]
pub fn contains_cidr(cidr: u64, text: u64) -> u64 {
    contains_ip(cidr, text).saturating_add(ceil01(cidr)).saturating_add(1)
}

/// A length in the server's integers; `usize` never exceeds `u64`.
#[inline]
pub fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
