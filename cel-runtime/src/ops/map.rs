//! Maps. Collections of the user's structs are used directly. [`Map`] is for maps that a rule builds or chooses.

mod builder;
mod key;

pub use self::{
    builder::{Builder, insert, insert_all},
    key::Key,
};

use super::{address::address, ops::Outcome};
use crate::{access::CelValue, cost::Arena, json::object::Object, work};
#[cfg(feature = "indexmap")]
use indexmap::IndexMap;
use std::{
    borrow::Borrow,
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash},
};

/// Anything that CEL sees as a map. `Copy`: a reference to a field's collection, or a [`Map`].
pub trait CelMap<'a>: Copy {
    /// The type of a key in generated code.
    type Key: Copy + 'a;
    /// The type of a value in generated code.
    type Value: Copy + 'a;
    /// Iterates over the entries and knows how many remain.
    type Iter: ExactSizeIterator<Item = (Self::Key, Self::Value)> + Clone;

    /// The number of entries.
    fn length(self) -> usize;
    /// The value of a key.
    fn value(self, key: Self::Key) -> Option<Self::Value>;
    /// The same for the keys of another map in order.
    #[inline]
    fn values_in_turn(self) -> impl FnMut(Self::Key) -> Option<Self::Value> {
        move |key| self.value(key)
    }
    /// The entries. The server's order is random.
    fn entries(self) -> Self::Iter;
    /// True if all entries meet a condition.
    #[inline]
    fn all(self, mut condition: impl FnMut(Self::Key, Self::Value) -> bool) -> bool {
        self.entries().all(|(key, value)| condition(key, value))
    }
    /// The zero value for `optional.ofNonZeroValue`: a map without entries that belongs to no object.
    fn is_zero(self) -> bool {
        false
    }
    /// True for the fields of a `google.protobuf.Struct`. Their keys are always strings.
    fn is_message(self) -> bool {
        false
    }
    /// True if the server made the map to replace an empty one that `optMap` names.
    fn is_mutable(self) -> bool {
        false
    }
    /// The address of the entries. The server's maps find a map by its address. `None` if the map has no address of its own.
    fn address(self) -> Option<usize> {
        None
    }
}

impl<'a, K, V> CelMap<'a> for &'a BTreeMap<K, V>
where
    K: CelValue<Cel<'a> = &'a str> + Borrow<str> + Ord,
    V: CelValue,
{
    type Key = &'a str;
    type Value = V::Cel<'a>;
    type Iter = std::iter::Map<
        std::collections::btree_map::Iter<'a, K, V>,
        fn((&'a K, &'a V)) -> (&'a str, V::Cel<'a>),
    >;

    #[inline]
    fn length(self) -> usize {
        self.len()
    }
    #[inline]
    fn value(self, key: &'a str) -> Option<V::Cel<'a>> {
        if !work::admits_key(key.as_bytes()) {
            return None;
        }
        self.get(key).map(V::cel)
    }
    /// Two compared maps mostly have the same keys in the same order.
    #[inline]
    fn values_in_turn(self) -> impl FnMut(&'a str) -> Option<V::Cel<'a>> {
        let mut entries = self.iter();
        move |key| match entries.next() {
            Some((known, value)) if work::are_same(known.cel().as_bytes(), key.as_bytes()) => {
                Some(value.cel())
            }
            _ => self.value(key),
        }
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.iter().map(|(key, value)| (key.cel(), value.cel()))
    }
    #[inline]
    fn all(self, mut condition: impl FnMut(&'a str, V::Cel<'a>) -> bool) -> bool {
        self.iter().all(|(key, value)| condition(key.cel(), value.cel()))
    }
}

macro_rules! hashed {
    ($map:ident: $iter:ty) => {
        impl<'a, K, V, S> CelMap<'a> for &'a $map<K, V, S>
        where
            K: CelValue<Cel<'a> = &'a str> + Borrow<str> + Eq + Hash,
            V: CelValue,
            S: BuildHasher,
        {
            type Key = &'a str;
            type Value = V::Cel<'a>;
            type Iter = std::iter::Map<$iter, fn((&'a K, &'a V)) -> (&'a str, V::Cel<'a>)>;

            #[inline]
            fn length(self) -> usize {
                self.len()
            }
            #[inline]
            fn value(self, key: &'a str) -> Option<V::Cel<'a>> {
                if !work::admits_key(key.as_bytes()) {
                    return None;
                }
                self.get(key).map(V::cel)
            }
            #[inline]
            fn entries(self) -> Self::Iter {
                self.iter().map(|(key, value)| (key.cel(), value.cel()))
            }
        }
    };
}
hashed!(HashMap: std::collections::hash_map::Iter<'a, K, V>);
#[cfg(feature = "indexmap")]
hashed!(IndexMap: indexmap::map::Iter<'a, K, V>);

/// A map with keys and values of one type, from any source.
#[derive(Clone, Copy)]
pub enum Map<'a, K, V> {
    /// A map that a rule built, or a constant: sorted by [`Key::order`], without duplicate keys.
    Entries(&'a [(K, V)]),
    /// A collection of the user's struct.
    Shared(&'a dyn Entries<K, V>),
}

/// The source of a [`Map`].
pub trait Entries<K, V> {
    /// The number of entries.
    fn length(&self) -> usize;
    /// The value of a key.
    fn value(&self, key: K) -> Option<V>;
    /// A copy of all entries.
    fn to_vec(&self) -> Vec<(K, V)>;
    /// For an object: the properties that its schema describes, by their names in JSON, each with the value that a lookup finds.
    fn properties(&self) -> Option<Vec<(K, Option<V>)>> {
        None
    }
    /// For an object of a type, see [`Object::has_key`](super::object::Object::has_key).
    fn has_key(&self, _: &str) -> bool {
        true
    }
    /// For an object of a type: the value under a name in JSON as it was sent. `None` if `value` finds the same.
    fn sent(&self, _: &str) -> Option<V> {
        None
    }
    /// For an object: true if its schema has a property of this name without a type.
    fn is_untyped(&self, _: &str) -> bool {
        false
    }
    /// For an object of a type, see [`Object::nullable_elements`](super::object::Object::nullable_elements).
    fn nullable_elements(&self, _: &str) -> &'static [bool] {
        &[]
    }
    /// For an object of a type: the entries whose keys rules cannot see.
    fn unknown(&self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }
    /// For an object that is JSON: the JSON.
    fn json(&self) -> Option<Object<'_>> {
        None
    }
    /// As [`CelMap::is_zero`].
    fn is_zero(&self) -> bool;
    /// As [`CelMap::is_message`].
    fn is_message(&self) -> bool {
        false
    }
    /// As [`CelMap::is_mutable`].
    fn is_mutable(&self) -> bool {
        false
    }
    /// As [`CelMap::address`].
    fn address(&self) -> Option<usize> {
        None
    }
}

impl<'a, K: Key<'a> + 'a, V: Copy + 'a> CelMap<'a> for Map<'a, K, V> {
    type Key = K;
    type Value = V;
    type Iter = std::vec::IntoIter<(K, V)>;

    fn length(self) -> usize {
        match self {
            Map::Entries(entries) => entries.len(),
            Map::Shared(shared) => shared.length(),
        }
    }
    fn value(self, key: K) -> Option<V> {
        match self {
            // The compiler sorts constants, but it does not know addresses.
            Map::Entries(entries) if key.is_reference() => {
                entries.iter().find(|(k, _)| k.order(key).is_eq()).map(|(_, value)| *value)
            }
            Map::Entries(entries) => {
                let at = entries.binary_search_by(|(k, _)| k.order(key)).ok()?;
                entries.get(at).map(|(_, value)| *value)
            }
            Map::Shared(shared) => shared.value(key),
        }
    }
    fn entries(self) -> Self::Iter {
        match self {
            Map::Entries(entries) => entries.to_vec(),
            Map::Shared(shared) => shared.to_vec(),
        }
        .into_iter()
    }
    fn is_zero(self) -> bool {
        match self {
            Map::Entries(entries) => entries.is_empty(),
            Map::Shared(shared) => shared.is_zero(),
        }
    }
    fn is_message(self) -> bool {
        matches!(self, Map::Shared(shared) if shared.is_message())
    }
    fn is_mutable(self) -> bool {
        matches!(self, Map::Shared(shared) if shared.is_mutable())
    }
    fn address(self) -> Option<usize> {
        match self {
            Map::Entries(entries) => address(entries),
            Map::Shared(shared) => shared.address(),
        }
    }
}

struct Erased<M>(M);

impl<'a, M: CelMap<'a>> Entries<M::Key, M::Value> for Erased<M> {
    fn length(&self) -> usize {
        self.0.length()
    }
    fn value(&self, key: M::Key) -> Option<M::Value> {
        self.0.value(key)
    }
    fn to_vec(&self) -> Vec<(M::Key, M::Value)> {
        self.0.entries().collect()
    }
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
    fn is_message(&self) -> bool {
        self.0.is_message()
    }
    fn address(&self) -> Option<usize> {
        self.0.address()
    }
}

struct View<M, F> {
    map: M,
    convert: F,
}

impl<'a, M: CelMap<'a>, V, F: Fn(M::Value) -> V> Entries<M::Key, V> for View<M, F> {
    fn length(&self) -> usize {
        self.map.length()
    }
    fn value(&self, key: M::Key) -> Option<V> {
        self.map.value(key).map(&self.convert)
    }
    fn to_vec(&self) -> Vec<(M::Key, V)> {
        self.map.entries().map(|(key, value)| (key, (self.convert)(value))).collect()
    }
    fn is_zero(&self) -> bool {
        self.map.is_zero()
    }
}

/// A view of a struct's collection as a [`Map`]. It converts a value at each access.
pub fn view<'a, M: CelMap<'a> + 'a, V: 'a>(
    arena: &'a Arena,
    map: M,
    convert: impl Fn(M::Value) -> V + 'a,
) -> Map<'a, M::Key, V> {
    Map::Shared(arena.alloc(View { map, convert }))
}

/// A struct's collection as a [`Map`].
pub fn erase<'a, M: CelMap<'a> + 'a>(arena: &'a Arena, map: M) -> Map<'a, M::Key, M::Value> {
    Map::Shared(arena.alloc(Erased(map)))
}

/// A map with each value converted.
pub fn convert<'a, M: CelMap<'a, Key: Key<'a>>, V: Copy + 'a>(
    arena: &'a Arena,
    map: M,
    form: impl Fn(M::Value) -> V,
) -> Map<'a, M::Key, V> {
    let mut builder = Builder::new();
    for (key, value) in map.entries() {
        builder.insert(key, form(value));
    }
    builder.finish(arena)
}

/// A map literal. Of duplicate keys the last value stays.
pub fn of<'a, K: Key<'a> + 'a, V: Copy + 'a>(
    arena: &'a Arena,
    entries: impl IntoIterator<Item = (K, V)>,
) -> Map<'a, K, V> {
    let mut builder = Builder::new();
    for (key, value) in entries {
        builder.insert(key, value);
    }
    builder.finish(arena)
}

/// A map literal with optional entries. An absent entry removes the value that an earlier entry gave its key.
pub fn of_present<'a, K: Key<'a> + 'a, V: Copy + 'a, const N: usize>(
    arena: &'a Arena,
    entries: [(K, Option<V>); N],
) -> Map<'a, K, V> {
    present(arena, entries.into_iter())
}

/// The same for any number of entries.
pub fn present<'a, K: Key<'a> + 'a, V: Copy + 'a>(
    arena: &'a Arena,
    entries: impl Iterator<Item = (K, Option<V>)>,
) -> Map<'a, K, V> {
    let mut builder = Builder::new();
    for (key, value) in entries {
        match value {
            Some(value) => {
                builder.insert(key, value);
            }
            None => {
                builder.remove(key);
            }
        }
    }
    builder.finish(arena)
}

/// `map[key]` and `map.key`
#[inline]
pub fn index<'a, M: CelMap<'a>>(map: M, key: M::Key) -> Outcome<'a, M::Value>
where
    M::Key: Key<'a>,
{
    map.value(key).ok_or_else(|| key.missing())
}

/// `key in map`
#[inline]
pub fn contains<'a, M: CelMap<'a>>(map: M, key: M::Key) -> bool {
    map.value(key).is_some()
}
