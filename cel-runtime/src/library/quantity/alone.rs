//! Quantities that are only compared. No other value shares them, so they need no memory in the arena.

use super::{Amount, Constant, parse};
use crate::{cost::Arena, eval_error::EvalError, ops::ops::Outcome};
use std::cmp::Ordering;

/// A quantity that nothing else sees.
#[derive(Clone, Copy)]
pub struct Alone<'a>(Amount<'a>);

/// `quantity(string)` for a comparison.
///
/// # Errors
/// The errors of [`quantity`](super::quantity).
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{alone, is_less_alone}};
/// let arena = Arena::new();
/// assert!(is_less_alone(alone(&arena, "100m").unwrap(), alone(&arena, "1").unwrap()));
/// ```
#[inline]
pub fn alone<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Alone<'a>> {
    match parse::few_digits(text) {
        Some(fast) => Ok(Alone(Amount::Fast(fast))),
        None => alone_of_parts(arena, text),
    }
}

#[inline(never)]
fn alone_of_parts<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Alone<'a>> {
    let parts = parse::parts(text).map_err(EvalError::Text)?;
    Ok(Alone(parts.amount(arena)))
}

impl Constant {
    /// The constant for a comparison.
    ///
    /// # Errors
    /// The errors of [`quantity`](super::quantity).
    #[inline]
    pub fn alone<'a>(&self, arena: &'a Arena) -> Outcome<'a, Alone<'a>> {
        match self.known() {
            Ok(fixed) => Ok(Alone(Amount::Fast(fixed.fast))),
            Err(text) => alone(arena, text),
        }
    }
}

/// `kubernetes.Quantity.compareTo(kubernetes.Quantity) -> int`
#[inline]
#[must_use]
pub fn compare_alone(left: Alone<'_>, right: Alone<'_>) -> i64 {
    order(left, right) as i64
}

/// `kubernetes.Quantity.isGreaterThan(kubernetes.Quantity) -> bool`
#[inline]
#[must_use]
pub fn is_greater_alone(left: Alone<'_>, right: Alone<'_>) -> bool {
    order(left, right).is_gt()
}

/// `kubernetes.Quantity.isLessThan(kubernetes.Quantity) -> bool`
#[inline]
#[must_use]
pub fn is_less_alone(left: Alone<'_>, right: Alone<'_>) -> bool {
    order(left, right).is_lt()
}

#[inline]
fn order(Alone(left): Alone<'_>, Alone(right): Alone<'_>) -> Ordering {
    match (left, right) {
        (Amount::Fast(left), Amount::Fast(right)) => left.order(right),
        (left, right) => order_big(left, right),
    }
}

#[cold]
#[inline(never)]
fn order_big(left: Amount<'_>, right: Amount<'_>) -> Ordering {
    left.order(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::quantity::{compare_to, is_greater_than, is_less_than, quantity};

    #[test]
    fn alone_or_shared_they_compare_alike() {
        let texts = [
            "0",
            "-1",
            "1",
            "1000m",
            "1.5",
            "1Ki",
            "1024",
            "3Pi",
            "1e18",
            "12E",
            "0.000000001",
            "1n",
            "1e-12",
            "-3.3Gi",
        ];
        let arena = Arena::new();
        for left in texts {
            for right in texts {
                let shared = || (quantity(&arena, left).unwrap(), quantity(&arena, right).unwrap());
                let (one, other) = (alone(&arena, left).unwrap(), alone(&arena, right).unwrap());
                let (a, b) = shared();
                assert_eq!(compare_alone(one, other), compare_to(&arena, a, b), "{left} {right}");
                let (a, b) = shared();
                assert_eq!(is_greater_alone(one, other), is_greater_than(&arena, a, b), "{left} {right}");
                let (a, b) = shared();
                assert_eq!(is_less_alone(one, other), is_less_than(&arena, a, b), "{left} {right}");
            }
        }
    }

    /// Numbers of all lengths with all suffixes.
    #[test]
    fn a_few_digits_are_read_as_any_number() {
        let suffixes = [
            "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "i",
            "K",
        ];
        let numbers = ["", "0", "00", "7", "007", "12", "99999", "100000", "999999999", "1.5", "-1", "+1"];
        for (number, suffix) in numbers.iter().flat_map(|number| suffixes.map(|suffix| (number, suffix))) {
            let text = format!("{number}{suffix}");
            if let Some(fast) = parse::few_digits(&text) {
                let read = parse::parts(&text).ok().and_then(|parts| parts.fast()).unwrap();
                assert_eq!((fast.value, fast.scale), (read.value, read.scale), "{text}");
            }
        }
    }

    #[test]
    fn constants_that_cannot_be_read_have_the_function_s_error() {
        let arena = Arena::new();
        for text in ["10Gi", "100E", "9223372036854775807Ki", "10GB", ""] {
            let constant = Constant::new(text);
            for _ in 0..2 {
                let known = constant.alone(&arena).map(|value| compare_alone(value, value));
                assert_eq!(known, quantity(&arena, text).map(|_| 0), "{text}");
            }
        }
    }
}
