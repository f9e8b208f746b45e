//! Objects that are JSON.

use crate::generated::size::text::length;
use serde_json::Value as Json;

/// An object.
#[derive(Clone, Copy)]
pub struct Object<'a>(pub(super) &'a serde_json::Map<String, Json>);

impl<'a> Object<'a> {
    /// A property; null is like absent.
    #[inline]
    pub fn get(self, name: &str) -> Option<&'a Json> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// The value of a key, null too.
    pub fn raw(self, name: &str) -> Option<&'a Json> {
        self.0.get(name)
    }

    /// How many keys there are, nulls and unknown ones included: its size.
    pub fn keys(self) -> u64 {
        length(self.0.len())
    }

    /// The names of all keys.
    pub fn names(self) -> impl Iterator<Item = &'a str> {
        self.0.keys().map(String::as_str)
    }
}
