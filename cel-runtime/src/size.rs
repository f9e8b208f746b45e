//! Sizes as the cost model counts them (k8s: `cel/library/cost.go`, `actualSize`).

use crate::{list::CelList, map::CelMap};
use cel_types::{Duration, Timestamp};

/// What a value counts in the cost of an operation: code points, bytes, elements, entries; 1 for everything else.
pub trait Size {
    /// The size of the value.
    fn size(&self) -> u64;
}

/// An operand that failed counts 1.
impl<T: Size, E> Size for Result<T, E> {
    #[inline]
    fn size(&self) -> u64 {
        self.as_ref().map_or(1, T::size)
    }
}

/// The content's size; 1 for none.
impl<T: Size> Size for Option<T> {
    #[inline]
    fn size(&self) -> u64 {
        self.as_ref().map_or(1, T::size)
    }
}

impl Size for &str {
    #[inline]
    fn size(&self) -> u64 {
        code_points(self)
    }
}

impl Size for &[u8] {
    #[inline]
    fn size(&self) -> u64 {
        length(self.len())
    }
}

macro_rules! size_one {
    ($($scalar:ty)*) => {$(
        impl Size for $scalar {
            #[inline]
            fn size(&self) -> u64 {
                1
            }
        }
    )*};
}
size_one!(() bool i64 u64 f64 Timestamp Duration);

/// Elements of a list.
#[inline]
pub fn of_list<'a>(list: impl CelList<'a>) -> u64 {
    length(list.length())
}

/// Entries of a map.
#[inline]
pub fn of_map<'a>(map: impl CelMap<'a>) -> u64 {
    length(map.length())
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

/// A length in the server's integers; `usize` never exceeds `u64`.
#[inline]
pub fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
