//! Sizes in the cost model (k8s: `cel/library/cost.go`, `actualSize`).

pub(crate) mod text;

pub use self::text::{Measure, code_points, length};

use super::{
    list::CelList,
    map::{CelMap, Key},
    ops::Outcome,
};

/// The text of an operand. An operand that failed has size 1.
#[inline]
pub fn text<'a>(operand: Outcome<'a, &'a str>) -> &'a str {
    operand.unwrap_or("?")
}

/// `ceil(n * 0.1)`. Go computes it in floating point. The integer form gives the same for every n below 2^31 (all were tried).
/// `f64::ceil` would be a library call on baseline x86-64, and `div_ceil` computes a remainder too.
#[inline]
pub fn ceil01(n: u64) -> u64 {
    n.saturating_add(9) / 10
}

/// `ceil(n * 2 * 0.1)`
#[inline]
pub fn ceil02(n: u64) -> u64 {
    ceil01(n.saturating_mul(2))
}

/// [`ceil01`] of a text's size. Ten bytes are one to ten code points, so short texts need no counting.
#[inline]
pub fn ceil01_of_text(measure: Measure, text: &str) -> u64 {
    match text.len() {
        0 => 0,
        1..=10 => 1,
        _ => ceil01(measure.code_points(text)),
    }
}

/// The number of a list's elements. An estimate does not count those that `filter` keeps.
#[inline]
pub fn of_list<'a>(measure: Measure, list: impl CelList<'a>) -> u64 {
    length(if measure.is_estimate { list.most() } else { list.length() })
}

/// The charge of `==`, `!=` and of ordering strings and bytes: a tenth of the smaller size, rounded up.
#[inline]
pub fn smaller(left: u64, right: u64) -> u64 {
    ceil01(left.min(right))
}

/// [`smaller`] of two strings. Ten bytes are one to ten code points, so short strings need no counting.
#[inline]
pub fn smaller_string(measure: Measure, left: &str, right: &str) -> u64 {
    match left.len().min(right.len()) {
        0 => 0,
        1..=10 => 1,
        least if measure.is_estimate => ceil01(length(least)),
        _ => smaller_long_string(left, right),
    }
}

/// The longer text is not counted if it surely has more code points: it may be a thousand times as long as the other.
#[inline(never)]
fn smaller_long_string(left: &str, right: &str) -> u64 {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let size = code_points(short);
    ceil01(if least_code_points(long) >= size { size } else { size.min(code_points(long)) })
}

/// A code point is at most four bytes.
#[inline]
fn least_code_points(text: &str) -> u64 {
    length(text.len() / 4)
}

/// A string that a loop compares many times. Its size is counted once.
#[derive(Clone, Copy)]
pub struct Measured {
    bytes: usize,
    code_points: u64,
    /// The charge for comparing it with a string that is not shorter.
    charge: u64,
}

impl Measured {
    /// The charge for comparing it with a string of so many code points.
    #[inline]
    fn charge_beside(&self, code_points: u64) -> u64 {
        if code_points < self.code_points { ceil01(code_points) } else { self.charge }
    }
}

/// Counts a string, before a loop that compares it. In a loop around that one it is counted many times.
#[inline]
pub fn measured(text: &str) -> Measured {
    let code_points = text::uncharged_code_points(text);
    Measured { bytes: text.len(), code_points, charge: ceil01(code_points) }
}

/// [`smaller_string`] if the size of one string is already counted.
#[inline]
pub fn smaller_measured(text: &str, other: &Measured) -> u64 {
    match text.len().min(other.bytes) {
        0 => 0,
        1..=10 => 1,
        _ if least_code_points(text) >= other.code_points => other.charge,
        _ => other.charge_beside(code_points(text)),
    }
}

/// Whether all texts are ASCII: then their bytes are code points.
pub fn are_ascii<'a>(mut texts: impl Iterator<Item = &'a str>) -> bool {
    texts.all(|text| text::is_ascii(text.as_bytes()))
}

/// [`smaller_measured`] of a text in a list, where it is known whether all texts of the list are ASCII.
#[inline]
pub fn smaller_listed(text: &str, other: &Measured, are_ascii: bool) -> u64 {
    if are_ascii { other.charge_beside(length(text.len())) } else { smaller_measured(text, other) }
}

/// [`smaller`] of a string and one of known size.
#[inline]
pub fn smaller_known(measure: Measure, text: &str, known: u64) -> u64 {
    if text.is_empty() || known == 0 {
        0
    } else if text.len() <= 10 || known <= 10 {
        1
    } else if least_code_points(text) >= known {
        ceil01(known)
    } else {
        smaller(measure.code_points(text), known)
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

/// [`product`] of two texts. An empty part costs nothing, so the text is not counted.
#[inline]
pub fn product_of_texts(measure: Measure, text: &str, part: &str) -> u64 {
    match ceil01_of_text(measure, part) {
        0 => 0,
        part => part.saturating_mul(ceil01_of_text(measure, text)),
    }
}

/// [`product`] of a text and a part of known size.
#[inline]
pub fn product_known(measure: Measure, text: &str, part: u64) -> u64 {
    ceil01_of_text(measure, text).saturating_mul(ceil01(part))
}

/// The charge of Kubernetes' list functions for text and bytes. It is rounded down, unlike other charges.
#[inline]
pub fn tenth(bytes: usize) -> u64 {
    length(bytes / 10)
}

/// The charge of Kubernetes' list functions for a list: the sum over its elements.
#[inline]
pub fn of_elements<'a, L: CelList<'a>>(list: L, element: impl Fn(L::Item) -> u64) -> u64 {
    list.elements().fold(0, |sum, each| sum.saturating_add(element(each)))
}

/// The charge of Kubernetes' list functions for a map: the sum over its keys and values.
#[inline]
pub fn of_entries<'a, M: CelMap<'a, Key: Key<'a>>>(
    map: M,
    key: impl Fn(M::Key) -> u64,
    value: impl Fn(M::Value) -> u64,
) -> u64 {
    map.entries().fold(0_u64, |sum, (k, v)| {
        // The server looks up each key. For NaN it charges the error of the lookup.
        let value = if k.is_found() { value(v) } else { 1 };
        sum.saturating_add(key(k)).saturating_add(value)
    })
}

/// The charge of `sets.contains` and `sets.intersects`.
#[inline]
pub fn pairs(left: u64, right: u64) -> u64 {
    left.saturating_mul(right).saturating_add(1)
}

/// The charge of `sets.equivalent`.
#[inline]
pub fn pairs_twice(left: u64, right: u64) -> u64 {
    left.saturating_mul(right).saturating_mul(2).saturating_add(1)
}

/// The charge of a call that builds a list of known size, or reads as many elements.
#[inline]
pub fn new_list(size: u64) -> u64 {
    size.saturating_add(NEW_LIST)
}

/// The charge of `list.flatten(depth)`. If the product is too large for Go's conversion, it becomes 2^63.
#[inline]
pub fn flattened(list: u64, depth: i64) -> u64 {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "so does the server"
    )]
    let elements = match list as f64 * u64::try_from(depth).unwrap_or(1) as f64 {
        product if product < 18_446_744_073_709_551_616.0 => product as u64,
        _ => 1 << 63,
    };
    new_list(elements)
}

/// The charge of sorting and of finding duplicates: each pair, rounded as on the server.
#[inline]
pub fn each_pair(list: u64) -> u64 {
    new_list(list.saturating_mul(list).saturating_mul(2))
}

/// The same for strings or bytes: a tenth more for each pair.
#[inline]
pub fn each_pair_of_texts(list: u64) -> u64 {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "so does the server"
    )]
    let pairs = (list.saturating_mul(list) as f64 * 2.1) as u64;
    new_list(pairs)
}

/// The charge of a call and of the allocation of a list.
const NEW_LIST: u64 = 1 + 10;

/// The charge of `cidr.containsIP(..)`. `text` is the size of an operand that is parsed first.
#[inline]
pub fn contains_ip(cidr: u64, text: u64) -> u64 {
    ceil02(cidr).saturating_add(ceil01(text))
}

/// The charge of `cidr.containsCIDR(..)`. `text` is the size of an operand that is parsed first.
#[inline]
pub fn contains_cidr(cidr: u64, text: u64) -> u64 {
    contains_ip(cidr, text).saturating_add(ceil01(cidr)).saturating_add(1)
}

/// The charge of the authorizer's `fieldSelector` and `labelSelector`.
pub fn selector(size: u64) -> u64 {
    let requirements = size.div_ceil(2).saturating_mul(50);
    requirements.saturating_add(ceil01(size)).saturating_add(10)
}

/// The charge of `text.matches(pattern)`, `find` and `findAll`: a tenth of the text's size plus one, times a quarter of the pattern's
/// size. Both are rounded up.
#[inline]
pub fn search(text: u64, pattern: u64) -> u64 {
    ceil01(text.saturating_add(1)).saturating_mul(pattern.div_ceil(4))
}

/// [`search`] with a pattern of known size. Nine bytes are nine code points at most, so short texts need no counting.
#[inline]
pub fn search_known(measure: Measure, text: &str, pattern: u64) -> u64 {
    match text.len() {
        0..=9 => pattern.div_ceil(4),
        _ => search(measure.code_points(text), pattern),
    }
}

#[cfg(test)]
mod tests;
