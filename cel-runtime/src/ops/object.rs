//! Objects: references to the user's structs.

use crate::json::object;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

/// Gives rules the properties of a struct or an enum. The derive implements it.
pub trait Fields {
    /// A reference to the object with a method for each property. It is a type of ours, so that none of the methods is the user's.
    type Fields<'o>
    where
        Self: 'o;

    /// The reference.
    fn fields(&self) -> Self::Fields<'_>;
}

/// An object whose properties are methods of another type.
pub trait HasFields {
    /// The type with the methods.
    type Fields;

    /// A value of it.
    fn fields(self) -> Self::Fields;
}

impl<'o, T: Fields + ?Sized> HasFields for &'o T {
    type Fields = T::Fields<'o>;

    #[inline]
    fn fields(self) -> Self::Fields {
        Fields::fields(self)
    }
}

/// The value with a method for each property of an object.
#[inline]
pub fn fields<O: HasFields>(object: O) -> O::Fields {
    object.fields()
}

/// Facts about a struct beside its fields. The derive implements it.
#[diagnostic::on_unimplemented(
    message = "a rule on a generic type does not see all of it: the value of a type parameter is part of `self`",
    label = "a rule reads the whole object",
    note = "write the rule where the type is used with its arguments"
)]
pub trait Object {
    /// The size: the number of keys in its JSON, with nulls.
    fn keys(&self) -> u64;

    /// True if it has a key that its schema describes, even without a value. Called only if the schema does not describe all keys.
    fn has_key(&self, _: &str) -> bool {
        true
    }

    /// True if its schema has a property of this name without a type.
    fn is_untyped(&self, _: &str) -> bool {
        false
    }

    /// For a list or a map of values without a type: one entry for each list and map around these values, the outermost first. It is true if
    /// the elements may be null. A list of lists has two entries.
    fn nullable_elements(&self, _: &str) -> &'static [bool] {
        &[]
    }

    /// The entries whose keys rules cannot see.
    fn unknown(&self) -> Map<String, Value> {
        Map::new()
    }
}

macro_rules! maps {
    ($([$($generics:tt)*] $map:ty;)*) => {$(
        impl<$($generics)*> Object for $map {
            fn keys(&self) -> u64 {
                super::size::length(self.len())
            }
            #[inline]
            fn unknown(&self) -> Map<String, Value> {
                self.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
            }
        }
    )*};
}
maps! {
    [] BTreeMap<String, Value>;
    [S] HashMap<String, Value, S>;
    [] Map<String, Value>;
}
#[cfg(feature = "indexmap")]
maps! {
    [S] indexmap::IndexMap<String, Value, S>;
}

/// An object as rules hold it.
pub trait AsObject: Copy {
    /// See [`Object::keys`].
    fn keys(self) -> u64;
    /// See [`Object::has_key`].
    fn has_key(self, name: &str) -> bool;
    /// See [`Object::is_untyped`].
    fn is_untyped(self, name: &str) -> bool;
    /// See [`Object::nullable_elements`].
    fn nullable_elements(self, _: &str) -> &'static [bool] {
        &[]
    }
    /// See [`Object::unknown`].
    fn unknown(self) -> Map<String, Value>;
    /// The object itself if it is JSON. It may then have keys that no schema describes.
    fn json<'o>(self) -> Option<object::Object<'o>>
    where
        Self: 'o,
    {
        None
    }
}

/// The fields of a variant of an enum, by the variant's number. The methods are those of [`Object`].
pub trait VariantObject<const N: u32> {
    /// See [`Object::keys`].
    fn keys(&self) -> u64;
    /// See [`Object::has_key`].
    fn has_key(&self, _: &str) -> bool {
        true
    }
    /// See [`Object::is_untyped`].
    fn is_untyped(&self, _: &str) -> bool {
        false
    }
    /// See [`Object::nullable_elements`].
    fn nullable_elements(&self, _: &str) -> &'static [bool] {
        &[]
    }
    /// See [`Object::unknown`].
    fn unknown(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// The fields of a variant as the value of the enum.
#[derive(Debug)]
pub struct Variant<'o, const N: u32, T>(pub &'o T);

impl<const N: u32, T> Clone for Variant<'_, N, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: u32, T> Copy for Variant<'_, N, T> {}

impl<const N: u32, T: VariantObject<N>> AsObject for Variant<'_, N, T> {
    fn keys(self) -> u64 {
        self.0.keys()
    }
    fn has_key(self, name: &str) -> bool {
        self.0.has_key(name)
    }
    fn is_untyped(self, name: &str) -> bool {
        self.0.is_untyped(name)
    }
    fn nullable_elements(self, name: &str) -> &'static [bool] {
        self.0.nullable_elements(name)
    }
    fn unknown(self) -> Map<String, Value> {
        self.0.unknown()
    }
}

/// The size of an object.
#[inline]
pub fn keys(object: impl AsObject) -> u64 {
    object.keys()
}

impl<T: Object + ?Sized> AsObject for &T {
    #[inline]
    fn keys(self) -> u64 {
        Object::keys(self)
    }
    fn has_key(self, name: &str) -> bool {
        Object::has_key(self, name)
    }
    fn is_untyped(self, name: &str) -> bool {
        Object::is_untyped(self, name)
    }
    fn nullable_elements(self, name: &str) -> &'static [bool] {
        Object::nullable_elements(self, name)
    }
    fn unknown(self) -> Map<String, Value> {
        Object::unknown(self)
    }
}

/// An object as serde writes it, with all its keys.
pub fn object_of<T: Serialize + ?Sized>(object: &T) -> Map<String, Value> {
    match serde_json::to_value(object) {
        Ok(Value::Object(keys)) => keys,
        _ => Map::new(),
    }
}

/// The keys of a property's value, as serde writes them.
#[must_use]
pub fn variant_of<T: Serialize + ?Sized>(object: &T, name: &str) -> Map<String, Value> {
    match object_of(object).remove(name) {
        Some(Value::Object(keys)) => keys,
        _ => Map::new(),
    }
}

/// An object whose properties can all be compared. The derive implements it. The derive does not implement
/// [`Equal`](super::equality::Equal) itself: its parameter would make private fields of public types part of the interface.
pub trait Compare: Object {
    /// True if each property is equal or absent on both sides.
    fn compare(&self, right: &Self) -> bool;
}

impl<T: Compare> super::equality::Equal for &T {
    #[inline]
    fn equal(self, right: Self) -> bool {
        Object::keys(self) == Object::keys(right) && self.compare(right)
    }
}
