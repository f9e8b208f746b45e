//! The value of a JSON node, for errors.

use super::{Trees, shown::bad_value};
use crate::rule::Reported;

/// The value of a JSON node, with the `type` of the node's schema.
pub struct JsonNode<'v, T: Trees> {
    value: T::Json<'v>,
    old: Option<T::Json<'v>>,
    schema_type: &'static str,
}

impl<'v, T: Trees> JsonNode<'v, T> {
    /// A value, which is not null, and the value that it replaces. `schema_type` is empty for int-or-string.
    #[inline]
    pub const fn new(value: T::Json<'v>, old: Option<T::Json<'v>>, schema_type: &'static str) -> Self {
        JsonNode { value, old, schema_type }
    }

    /// The value.
    #[inline]
    pub fn cel<'a>(&'a self) -> T::Json<'a> {
        T::shorten(self.value)
    }

    /// The value that it replaces, if there is one.
    #[inline]
    pub fn old<'a>(&'a self) -> Option<T::Json<'a>> {
        self.old.map(T::shorten)
    }
}

impl<T: Trees> Reported for JsonNode<'_, T> {
    #[inline]
    fn schema_type(&self) -> &'static str {
        self.schema_type
    }

    #[inline]
    fn bad_value(&self) -> Option<String> {
        Some(bad_value(self.value.into()))
    }
}
