//! Maps whose keys are newtypes of texts, `BTreeMap<Name, T>` with `struct Name(String)`, or texts of other crates.

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
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash},
    marker::PhantomData,
};

/// A map with such keys.
pub trait NamedMap {
    /// The type of the keys.
    type Key;
    /// The type of the values.
    type Value;
    /// The number of entries.
    fn count(&self) -> usize;
    /// All entries.
    fn all(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;
}

/// The same if keys can be found.
pub trait FindKey: NamedMap {
    /// The entry with a key.
    fn at(&self, key: &Self::Key) -> Option<(&Self::Key, &Self::Value)>;
}

macro_rules! named {
    ($($map:ident $(<$hasher:ident>)? where $($order:path),*;)*) => {$(
        impl<K, T $(, $hasher)?> NamedMap for $map<K, T $(, $hasher)?> {
            type Key = K;
            type Value = T;

            fn count(&self) -> usize {
                self.len()
            }
            fn all(&self) -> impl Iterator<Item = (&K, &T)> {
                self.iter()
            }
        }

        impl<K: $($order +)*, T $(, $hasher: BuildHasher)?> FindKey for $map<K, T $(, $hasher)?> {
            fn at(&self, key: &K) -> Option<(&K, &T)> {
                self.get_key_value(key)
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

/// How to read the keys of a type. Its own items are for keys that derive or that serde reads; [`ForeignKey`] has those for others.
#[derive(Debug)]
pub struct KeyOf<K>(PhantomData<K>);

impl<K: for<'k> CelValue<Cel<'k> = &'k str> + 'static> KeyOf<K> {
    /// The text of a key.
    pub fn __cel_text(key: &K) -> &str {
        key.cel()
    }
}

impl<K: DeserializeOwned> KeyOf<K> {
    /// serde reads keys.
    pub const __CEL_IS_READ: bool = true;

    /// The key with a text.
    pub fn __cel_key(text: &str) -> Option<K> {
        // `StrDeserializer` of serde reads no newtypes.
        K::deserialize(Value::from(text)).ok()
    }
}

/// Items for keys of other crates, and for keys that serde does not read. [`KeyOf`]'s own items have priority over these.
pub trait ForeignKey<K> {
    /// serde reads no keys. [`ReadKey`](crate::assertions::ReadKey) reports it.
    const __CEL_IS_READ: bool = false;

    /// The text of a key.
    fn __cel_text(key: &K) -> &str
    where
        K: TextKey,
    {
        key.text()
    }

    /// No key.
    fn __cel_key(_: &str) -> Option<K> {
        None
    }
}

impl<K> ForeignKey<K> for KeyOf<K> {}

/// A type of another crate that is a text in memory, too.
#[diagnostic::on_unimplemented(
    message = "rules cannot read the keys of this map",
    label = "`{Self}` does not implement `AsRef<str>`",
    note = "use `String` keys, or mark the field `#[x_validation(opaque)]`"
)]
pub trait TextKey {
    /// The text.
    fn text(&self) -> &str;
}

#[diagnostic::do_not_recommend]
impl<K: AsRef<str>> TextKey for K {
    fn text(&self) -> &str {
        self.as_ref()
    }
}

/// Such a map in a rule, with the functions that read its values and its keys.
#[derive(Debug)]
pub struct Named<'a, M: NamedMap, F> {
    map: &'a M,
    read: F,
    text: fn(&M::Key) -> &str,
    key: fn(&str) -> Option<M::Key>,
}

impl<M: NamedMap, F: Copy> Clone for Named<'_, M, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: NamedMap, F: Copy> Copy for Named<'_, M, F> {}

impl<'a, M: NamedMap, F> Named<'a, M, F> {
    /// The functions are not called yet.
    #[inline]
    pub fn new(map: &'a M, read: F, text: fn(&M::Key) -> &str, key: fn(&str) -> Option<M::Key>) -> Self {
        Named { map, read, text, key }
    }

    /// All entries.
    fn with_texts(&self) -> impl Iterator<Item = (&'a str, &'a M::Value)> + use<'a, M, F> {
        let text = self.text;
        self.map.all().map(move |(key, value)| (text(key), value))
    }
}

impl<'a, M: FindKey, F> Named<'a, M, F> {
    /// The value of a key.
    fn named(&self, name: &str) -> Option<&'a M::Value> {
        // The type may read another text as the same key.
        let key = (self.key)(name)?;
        let (key, value) = self.map.at(&key)?;
        ((self.text)(key) == name).then_some(value)
    }
}

impl<'a, M: FindKey, F: Reads<'a, M::Value>> CelMap<'a> for Named<'a, M, F>
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
        self.named(key).map(|value| self.read.read(value))
    }
    /// Two compared maps mostly have the same keys in the same order. So no keys are made.
    fn values_in_turn(self) -> impl FnMut(&'a str) -> Option<F::Read> {
        let mut entries = self.with_texts();
        move |key| match entries.next() {
            Some((known, value)) if work::are_same(known.as_bytes(), key.as_bytes()) => {
                Some(self.read.read(value))
            }
            _ => self.value(key),
        }
    }
    fn entries(self) -> Self::Iter {
        let entries = self.with_texts().map(|(key, value)| (key, self.read.read(value)));
        entries.collect::<Vec<_>>().into_iter()
    }
}

impl<'a, M: NamedMap, F: Copy> Equal for Named<'a, M, F>
where
    Self: CelMap<'a, Value: Equal>,
{
    fn equal(self, right: Self) -> bool {
        equality::maps(self, right)
    }
}
