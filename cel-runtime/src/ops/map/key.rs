//! Keys of maps.

use crate::eval_error::EvalError;
use cel_types::number::format_double;
use std::{
    cmp::Ordering,
    convert::{Infallible, identity},
    fmt::Display,
};

/// A key with the text for errors and with an order.
pub trait Key<'a>: Copy {
    /// `no such key: k`
    fn missing(self) -> EvalError<'a>;
    /// The order of entries in maps that rules build.
    fn order(self, other: Self) -> Ordering;
    /// The equal keys of other types, which also find the entry.
    fn twins(self) -> [Option<Self>; 2] {
        [None; 2]
    }
    /// True if its address identifies it.
    fn is_reference(self) -> bool {
        false
    }
    /// False for a key that no lookup finds, such as NaN.
    fn is_found(self) -> bool {
        true
    }
    /// The key as a text.
    fn text(self) -> impl Display;
}

impl<'a> Key<'a> for &'a str {
    #[cold]
    fn missing(self) -> EvalError<'a> {
        EvalError::NoSuchKey(self)
    }
    #[inline]
    fn order(self, other: Self) -> Ordering {
        self.cmp(other)
    }
    fn text(self) -> impl Display {
        self
    }
}

/// The key of a map whose type says that it is empty.
impl<'a> Key<'a> for Infallible {
    fn missing(self) -> EvalError<'a> {
        match self {}
    }
    fn order(self, _other: Self) -> Ordering {
        match self {}
    }
    fn text(self) -> impl Display {
        self
    }
}

macro_rules! key {
    ($($key:ty: $error:ident, $order:path, $is_found:expr, $text:expr;)*) => {$(
        impl<'a> Key<'a> for $key {
            #[cold]
            fn missing(self) -> EvalError<'a> {
                EvalError::$error(self)
            }
            #[inline]
            fn order(self, other: Self) -> Ordering {
                $order(&self, &other)
            }
            #[inline]
            fn is_found(self) -> bool {
                $is_found(self)
            }
            fn text(self) -> impl Display {
                $text(self)
            }
        }
    )*};
}
key! {
    i64: NoSuchIntKey, Ord::cmp, |_| true, identity;
    u64: NoSuchUintKey, Ord::cmp, |_| true, identity;
    f64: NoSuchDoubleKey, order_doubles, |key: f64| !key.is_nan(), format_double;
    bool: NoSuchBoolKey, Ord::cmp, |_| true, identity;
}

/// Equality of keys in Go's maps: 0.0 and -0.0 are the same key, and NaN equals nothing.
fn order_doubles(left: &f64, right: &f64) -> Ordering {
    left.partial_cmp(right).unwrap_or_else(|| left.total_cmp(right).then(Ordering::Less))
}

/// A key, ordered by [`Key::order`].
#[derive(Clone, Copy)]
pub(super) struct Ordered<K>(pub(super) K);

impl<'a, K: Key<'a>> Ord for Ordered<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(other.0)
    }
}

impl<'a, K: Key<'a>> PartialOrd for Ordered<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a, K: Key<'a>> PartialEq for Ordered<K> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<'a, K: Key<'a>> Eq for Ordered<K> {}
