//! Objects that are JSON.

use super::{Entries, Json};
use crate::ops::size::text::length;

/// An object.
#[derive(Clone, Copy)]
pub struct Object<'a>(pub(super) Entries<'a>);

impl<'a> Object<'a> {
    /// A property. A null property is absent.
    #[inline]
    pub fn get(self, name: &str) -> Option<Json<'a>> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// The value of a key, also if it is null.
    #[inline]
    pub fn raw(self, name: &str) -> Option<Json<'a>> {
        self.0.get(name)
    }

    /// The size of the object: the number of its keys, with nulls and unknown keys.
    #[inline]
    pub fn keys(self) -> u64 {
        length(self.0.len())
    }

    /// The names of all keys.
    #[inline]
    pub fn names(self) -> impl Iterator<Item = &'a str> {
        self.0.into_iter().map(|(name, _)| name)
    }
}
