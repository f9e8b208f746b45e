//! The value of a JSON node, for errors.

use super::{Json, shown::bad_value};
use crate::rule::Reported;

/// The value of a JSON node, with the `type` of the node's schema.
#[derive(Clone, Copy, Debug)]
pub struct JsonNode<'v> {
    value: Json<'v>,
    old: Option<Json<'v>>,
    schema_type: &'static str,
}

impl<'v> JsonNode<'v> {
    /// A value, which is not null, and the value that it replaces. `schema_type` is empty for int-or-string.
    #[inline]
    pub const fn new(value: Json<'v>, old: Option<Json<'v>>, schema_type: &'static str) -> Self {
        JsonNode { value, old, schema_type }
    }

    /// The value.
    #[inline]
    pub fn cel(&self) -> Json<'v> {
        self.value
    }

    /// The value that it replaces, if there is one.
    #[inline]
    pub fn old(&self) -> Option<Json<'v>> {
        self.old
    }
}

impl Reported for JsonNode<'_> {
    #[inline]
    fn schema_type(&self) -> &'static str {
        self.schema_type
    }

    #[inline]
    fn bad_value(&self) -> Option<String> {
        Some(bad_value(self.value))
    }
}
