//! Maps whose keys are the variants of an enum. In the schema such a map is an object with a property for each variant, or a map if the
//! variants have comments.

use super::CelValue;
use crate::ops::{
    equality::{self, Equal},
    map::CelMap,
    object::{AsObject, HasFields},
    size,
};
#[cfg(feature = "indexmap")]
use indexmap::IndexMap;
use serde_json::{Map, Value};
use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash},
};

/// An enum of unit variants. The derive implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no enum of unit variants that derives `XValidation`",
    label = "the keys of a map are texts, or variants of such an enum"
)]
pub trait UnitEnum: Sized + 'static {
    /// All variants in the order of their declaration.
    const VARIANTS: &'static [Self];
}

/// A map with keys of such an enum.
pub trait KeyedMap {
    /// The type of the values.
    type Value;
    /// The number of entries.
    fn count(&self) -> usize;
    /// The value of the variant with this number.
    fn at(&self, variant: usize) -> Option<&Self::Value>;
    /// The number of the variant with this name.
    fn named(name: &str) -> Option<usize>;
    /// All entries.
    fn all(&self) -> Vec<(&str, &Self::Value)>;
}

macro_rules! keyed {
    ($($map:ident $(<$hasher:ident>)? where $($order:path),*;)*) => {$(
        impl<K, T $(, $hasher: BuildHasher)?> KeyedMap for $map<K, T $(, $hasher)?>
        where
            K: UnitEnum + for<'k> CelValue<Cel<'k> = &'k str> $(+ $order)*,
        {
            type Value = T;

            fn count(&self) -> usize {
                self.len()
            }
            fn at(&self, variant: usize) -> Option<&T> {
                self.get(K::VARIANTS.get(variant)?)
            }
            fn named(name: &str) -> Option<usize> {
                K::VARIANTS.iter().position(|variant| variant.cel() == name)
            }
            fn all(&self) -> Vec<(&str, &T)> {
                self.iter().map(|(key, value)| (key.cel(), value)).collect()
            }
        }
    )*};
}
keyed! {
    BTreeMap where Ord;
    HashMap<S> where Eq, Hash;
}
#[cfg(feature = "indexmap")]
keyed! {
    IndexMap<S> where Eq, Hash;
}

/// A function that reads a value.
pub trait Reads<'a, T: 'a>: Copy {
    /// The value as rules hold it.
    type Read;
    /// Calls the function.
    fn read(self, value: &'a T) -> Self::Read;
}

impl<'a, T: 'a, E, F: Fn(&'a T) -> E + Copy> Reads<'a, T> for F {
    type Read = E;

    #[inline]
    fn read(self, value: &'a T) -> E {
        self(value)
    }
}

/// Such a map in a rule, with the function that reads its values.
#[derive(Debug)]
pub struct Keyed<'a, M, F> {
    map: &'a M,
    read: F,
}

impl<M, F: Copy> Clone for Keyed<'_, M, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, F: Copy> Copy for Keyed<'_, M, F> {}

impl<'a, M, F> Keyed<'a, M, F> {
    /// Makes the pair; the function is not called yet.
    #[inline]
    pub fn new(map: &'a M, read: F) -> Self {
        Keyed { map, read }
    }
}

impl<'a, M: KeyedMap, F: Reads<'a, M::Value>> Keyed<'a, M, F> {
    /// The property of the variant with this number.
    #[inline]
    #[must_use]
    pub fn variant<const N: usize>(self) -> Option<F::Read> {
        self.map.at(N).map(|value| self.read.read(value))
    }
}

impl<'a, M: KeyedMap, E, F: Reads<'a, M::Value, Read = Option<E>>> Keyed<'a, M, F> {
    /// The same if a value may be null. A null property is absent.
    #[inline]
    #[must_use]
    pub fn present<const N: usize>(self) -> Option<E> {
        self.map.at(N).and_then(|value| self.read.read(value))
    }
}

impl<'a, M: KeyedMap, F: Reads<'a, M::Value, Read = &'a Value>> Keyed<'a, M, F> {
    /// The same for untyped JSON.
    #[inline]
    #[must_use]
    pub fn filled<const N: usize>(self) -> Option<&'a Value> {
        self.variant::<N>().filter(|value| !value.is_null())
    }
}

impl<M, F> HasFields for Keyed<'_, M, F> {
    type Fields = Self;

    fn fields(self) -> Self {
        self
    }
}

impl<M: KeyedMap, F: Copy> AsObject for Keyed<'_, M, F> {
    fn keys(self) -> u64 {
        size::length(self.map.count())
    }
    fn has_key(self, name: &str) -> bool {
        M::named(name).is_some_and(|variant| self.map.at(variant).is_some())
    }
    fn is_untyped(self, _: &str) -> bool {
        false
    }
    fn unknown(self) -> Map<String, Value> {
        Map::new()
    }
}

impl<'a, M: KeyedMap, F: Reads<'a, M::Value>> CelMap<'a> for Keyed<'a, M, F>
where
    F::Read: Copy + 'a,
{
    type Key = &'a str;
    type Value = F::Read;
    type Iter = std::vec::IntoIter<(&'a str, F::Read)>;

    fn length(self) -> usize {
        self.map.count()
    }
    fn value(self, key: &'a str) -> Option<F::Read> {
        self.map.at(M::named(key)?).map(|value| self.read.read(value))
    }
    fn entries(self) -> Self::Iter {
        let entries = self.map.all().into_iter().map(|(name, value)| (name, self.read.read(value)));
        entries.collect::<Vec<_>>().into_iter()
    }
}

impl<'a, M, F: Copy> Equal for Keyed<'a, M, F>
where
    Self: CelMap<'a, Value: Equal>,
{
    fn equal(self, right: Self) -> bool {
        equality::maps(self, right)
    }
}
