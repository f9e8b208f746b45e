//! Maps: those of the user's structs as they are, and [`Map`] where a rule builds one or has a choice.

use crate::{access::CelValue, cost::Arena, eval_error::EvalError, generated::equality::Equal};
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

/// Anything CEL sees as a map. `Copy`: a reference to a field's collection, or a [`Map`].
pub trait CelMap<'a>: Copy {
    /// A key as generated code computes with it.
    type Key: Copy + 'a;
    /// A value as generated code computes with it.
    type Value: Copy + 'a;
    /// Goes over the entries and knows how many remain.
    type Iter: ExactSizeIterator<Item = (Self::Key, Self::Value)>;

    /// How many entries there are.
    fn length(self) -> usize;
    /// The value of a key.
    fn value(self, key: Self::Key) -> Option<Self::Value>;
    /// The entries; the server's order is random.
    fn entries(self) -> Self::Iter;
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
        self.get(key).map(V::cel)
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.iter().map(|(key, value)| (key.cel(), value.cel()))
    }
}

impl<'a, K, V, S> CelMap<'a> for &'a HashMap<K, V, S>
where
    K: CelValue<Cel<'a> = &'a str> + Borrow<str> + Eq + Hash,
    V: CelValue,
    S: BuildHasher,
{
    type Key = &'a str;
    type Value = V::Cel<'a>;
    type Iter = std::iter::Map<
        std::collections::hash_map::Iter<'a, K, V>,
        fn((&'a K, &'a V)) -> (&'a str, V::Cel<'a>),
    >;

    #[inline]
    fn length(self) -> usize {
        self.len()
    }
    #[inline]
    fn value(self, key: &'a str) -> Option<V::Cel<'a>> {
        self.get(key).map(V::cel)
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.iter().map(|(key, value)| (key.cel(), value.cel()))
    }
}

/// A map with keys and values of one form, whatever it is made of.
#[derive(Clone, Copy)]
pub enum Map<'a, K, V> {
    /// Built by a rule, or constant; no key twice.
    Entries(&'a [(K, V)]),
    /// A collection of the user's struct.
    Shared(&'a dyn Entries<K, V>),
}

/// What a [`Map`] reads through.
pub trait Entries<K, V> {
    /// How many entries there are.
    fn length(&self) -> usize;
    /// The value of a key.
    fn value(&self, key: K) -> Option<V>;
    /// All entries, copied out.
    fn to_vec(&self) -> Vec<(K, V)>;
}

impl<'a, K: Copy + Equal + 'a, V: Copy + 'a> CelMap<'a> for Map<'a, K, V> {
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
            Map::Entries(entries) => entries.iter().find(|(k, _)| k.equal(key)).map(|(_, v)| *v),
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
}

/// A struct's collection as a [`Map`].
pub fn erase<'a, M: CelMap<'a> + 'a>(arena: &'a Arena, map: M) -> Map<'a, M::Key, M::Value> {
    Map::Shared(arena.alloc(Erased(map)))
}

/// A map literal; of a key given twice the last value stays.
pub fn of<'a, K: Copy + Equal + 'a, V: Copy + 'a, const N: usize>(
    arena: &'a Arena,
    entries: [(K, V); N],
) -> Map<'a, K, V> {
    let mut unique: Vec<(K, V)> = Vec::with_capacity(N);
    for (key, value) in entries {
        match unique.iter_mut().find(|(k, _)| k.equal(key)) {
            Some(entry) => entry.1 = value,
            None => unique.push((key, value)),
        }
    }
    Map::Entries(arena.alloc_slice_copy(&unique))
}

/// A key as errors name it.
pub trait Key<'a>: Copy {
    /// `no such key: k`
    fn missing(self) -> EvalError<'a>;
}

impl<'a> Key<'a> for &'a str {
    #[cold]
    fn missing(self) -> EvalError<'a> {
        EvalError::NoSuchKey(self)
    }
}

macro_rules! key {
    ($($key:ty: $error:ident;)*) => {$(
        impl<'a> Key<'a> for $key {
            #[cold]
            fn missing(self) -> EvalError<'a> {
                EvalError::$error(self)
            }
        }
    )*};
}
key! { i64: NoSuchIntKey; u64: NoSuchUintKey; f64: NoSuchDoubleKey; bool: NoSuchBoolKey; }

/// `map[key]` and `map.key`
#[inline]
pub fn index<'a, M: CelMap<'a>>(map: M, key: M::Key) -> Result<M::Value, EvalError<'a>>
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
