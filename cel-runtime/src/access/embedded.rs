//! Embedded resources that a struct holds as JSON.

use crate::ops::{
    object::{AsObject, HasFields},
    size,
};
use serde_json::{Map, Value as Tree};

/// An embedded resource. Rules see only the properties that every resource has. Comparisons see all of it. The server refuses resources
/// whose `apiVersion`, `kind` or names are not strings, so such properties are absent here.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<'o>(&'o Tree);

impl<'o> Embedded<'o> {
    /// The resource.
    #[inline]
    pub const fn new(object: &'o Tree) -> Self {
        Embedded(object)
    }

    /// `apiVersion`
    #[inline]
    pub fn f_api_version(self) -> Option<&'o str> {
        self.0.get("apiVersion")?.as_str()
    }

    /// `kind`
    #[inline]
    pub fn f_kind(self) -> Option<&'o str> {
        self.0.get("kind")?.as_str()
    }

    /// `metadata`
    #[inline]
    pub fn f_metadata(self) -> Option<EmbeddedMetadata<'o>> {
        self.0.get("metadata").filter(|metadata| metadata.is_object()).map(EmbeddedMetadata)
    }
}

/// Its `metadata`.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedMetadata<'o>(&'o Tree);

impl<'o> EmbeddedMetadata<'o> {
    /// `metadata.name`
    #[inline]
    pub fn f_name(self) -> Option<&'o str> {
        self.0.get("name")?.as_str()
    }

    /// `metadata.generateName`
    #[inline]
    pub fn f_generate_name(self) -> Option<&'o str> {
        self.0.get("generateName")?.as_str()
    }
}

macro_rules! objects {
    ($($ty:ident: [$($known:literal),*];)*) => {$(
        impl AsObject for $ty<'_> {
            fn keys(self) -> u64 {
                size::length(self.0.as_object().map_or(0, Map::len))
            }
            fn has_key(self, name: &str) -> bool {
                self.0.get(name).is_some()
            }
            fn is_untyped(self, _: &str) -> bool {
                false
            }
            #[inline]
            fn unknown(self) -> Map<String, Tree> {
                let entries = self.0.as_object().into_iter().flatten();
                let unknown = entries.filter(|(name, _)| ![$($known),*].contains(&name.as_str()));
                unknown.map(|(name, value)| (name.clone(), value.clone())).collect()
            }
        }
    )*};
}
objects! {
    Embedded: ["apiVersion", "kind", "metadata"];
    EmbeddedMetadata: ["name", "generateName"];
}

macro_rules! own_fields {
    ($($ty:ident),*) => {$(
        impl HasFields for $ty<'_> {
            type Fields = Self;

            fn fields(self) -> Self {
                self
            }
        }
    )*};
}
own_fields!(Embedded, EmbeddedMetadata);
