//! Maps whose keys are newtypes of texts: `BTreeMap<Name, T>` with `struct Name(String)`.

use super::{CelValue, Reads};
use crate::{
    ops::{
        equality::{self, Equal},
        map::CelMap,
    },
    work,
};
#[cfg(feature = "indexmap")]
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash},
};

/// A map with such keys.
pub trait NamedMap {
    /// The type of the values.
    type Value;
    /// The number of entries.
    fn count(&self) -> usize;
    /// The value of a key.
    fn named(&self, name: &str) -> Option<&Self::Value>;
    /// All entries.
    fn all(&self) -> Vec<(&str, &Self::Value)>;
}

macro_rules! named {
    ($($map:ident $(<$hasher:ident>)? where $($order:path),*;)*) => {$(
        impl<K, T $(, $hasher: BuildHasher)?> NamedMap for $map<K, T $(, $hasher)?>
        where
            K: for<'k> CelValue<Cel<'k> = &'k str> + for<'de> Deserialize<'de> $(+ $order)* + 'static,
        {
            type Value = T;

            fn count(&self) -> usize {
                self.len()
            }
            fn named(&self, name: &str) -> Option<&T> {
                // The type may read another text as the same key. `StrDeserializer` of serde reads no newtypes.
                let key = K::deserialize(Value::from(name)).ok()?;
                let (key, value) = self.get_key_value(&key)?;
                (key.cel() == name).then_some(value)
            }
            fn all(&self) -> Vec<(&str, &T)> {
                self.iter().map(|(key, value)| (key.cel(), value)).collect()
            }
        }
    )*};
}
named! {
    BTreeMap where Ord;
    HashMap<S> where Eq, Hash;
}
#[cfg(feature = "indexmap")]
named! {
    IndexMap<S> where Eq, Hash;
}

/// Such a map in a rule, with the function that reads its values.
#[derive(Debug)]
pub struct Named<'a, M, F> {
    map: &'a M,
    read: F,
}

impl<M, F: Copy> Clone for Named<'_, M, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, F: Copy> Copy for Named<'_, M, F> {}

impl<'a, M, F> Named<'a, M, F> {
    /// Makes the pair; the function is not called yet.
    #[inline]
    pub fn new(map: &'a M, read: F) -> Self {
        Named { map, read }
    }
}

impl<'a, M: NamedMap, F: Reads<'a, M::Value>> CelMap<'a> for Named<'a, M, F>
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
        if !work::admits_key(key.as_bytes()) {
            return None;
        }
        self.map.named(key).map(|value| self.read.read(value))
    }
    /// Two compared maps mostly have the same keys in the same order. So no keys are made.
    fn values_in_turn(self) -> impl FnMut(&'a str) -> Option<F::Read> {
        let mut entries = self.map.all().into_iter();
        move |key| match entries.next() {
            Some((known, value)) if work::are_same(known.as_bytes(), key.as_bytes()) => {
                Some(self.read.read(value))
            }
            _ => self.value(key),
        }
    }
    fn entries(self) -> Self::Iter {
        let entries = self.map.all().into_iter().map(|(key, value)| (key, self.read.read(value)));
        entries.collect::<Vec<_>>().into_iter()
    }
}

impl<'a, M, F: Copy> Equal for Named<'a, M, F>
where
    Self: CelMap<'a, Value: Equal>,
{
    fn equal(self, right: Self) -> bool {
        equality::maps(self, right)
    }
}
