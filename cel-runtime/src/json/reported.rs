//! The value of a JSON node, for errors.

use super::{Trees, shown::bad_value};
use crate::rule::Reported;

/// The value of a JSON node, with the `type` of the node's schema.
pub struct JsonNode<'v, T: Trees> {
    pub(super) value: T::Json<'v>,
    pub(super) old: Option<T::Json<'v>>,
    pub(super) schema_type: &'static str,
    /// Those that its rules read often.
    pub(super) properties: &'v [Option<T::Json<'v>>],
}

impl<'v, T: Trees> JsonNode<'v, T> {
    /// The value.
    #[inline]
    pub fn cel<'a>(&'a self) -> T::Json<'a> {
        T::shorten(self.value)
    }

    /// A property that was looked up.
    #[inline]
    pub fn property<'a>(&'a self, place: usize) -> Option<T::Json<'a>> {
        self.properties.get(place).copied().flatten().map(T::shorten)
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
