//! Objects that are JSON.

use super::{AnyEntries, Entries, Json};
use crate::ops::size::text::length;
use std::marker::PhantomData;

/// An object.
#[derive(Clone, Copy)]
pub struct Object<'a, E = AnyEntries<'a>>(pub(super) E, PhantomData<&'a ()>);

impl<'a, E: Entries<'a>> Object<'a, E> {
    /// The object with these entries.
    #[inline]
    pub(super) fn new(entries: E) -> Self {
        Object(entries, PhantomData)
    }

    /// A property. A null property is absent.
    #[inline]
    pub fn get(self, name: &str) -> Option<E::Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// The value of a key, also if it is null.
    #[inline]
    pub fn raw(self, name: &str) -> Option<E::Value> {
        self.0.get(name)
    }

    /// The size of the object: the number of its keys, with nulls and unknown keys.
    #[inline]
    pub fn keys(self) -> u64 {
        length(self.0.length())
    }

    /// The names of all keys.
    #[inline]
    pub fn names(self) -> impl Iterator<Item = &'a str> {
        self.0.entries().map(|(name, _)| name)
    }
}
