//! Lists and maps. Rules borrow them, and errors never print them.

use super::CelValue;
use serde_json::Value;
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

macro_rules! collections {
    ($($schema_type:literal: [$($generics:tt)*] $collection:ty => $cel:ty;)*) => {$(
        impl<$($generics)*> CelValue for $collection {
            type Cel<'a>
                = &'a $cel
            where
                Self: 'a;
            const SCHEMA_TYPE: &'static str = $schema_type;

            #[inline]
            fn cel(&self) -> &$cel {
                self
            }

            fn bad_value(&self) -> Option<String> {
                None
            }
        }
    )*};
}

collections! {
    "array": [T: CelValue] [T] => [T];
    "array": [T: CelValue] Vec<T> => [T];
    "array": [T: CelValue, const N: usize] [T; N] => [T];
    "array": [T: CelValue] VecDeque<T> => VecDeque<T>;
    "array": [T: CelValue] BTreeSet<T> => BTreeSet<T>;
    "array": [T: CelValue, S] HashSet<T, S> => HashSet<T, S>;
    "object": [K: CelValue + Borrow<str>, T: CelValue] BTreeMap<K, T> => BTreeMap<K, T>;
    "object": [K: CelValue + Borrow<str>, T: CelValue, S] HashMap<K, T, S> => HashMap<K, T, S>;
    "object": [] serde_json::Map<String, Value> => serde_json::Map<String, Value>;
}

#[cfg(feature = "indexmap")]
collections! {
    "array": [T: CelValue, S] indexmap::IndexSet<T, S> => indexmap::IndexSet<T, S>;
    "object": [K: CelValue + Borrow<str>, T: CelValue, S] indexmap::IndexMap<K, T, S> => indexmap::IndexMap<K, T, S>;
}

#[cfg(feature = "smallvec")]
collections! {
    "array": [A: smallvec::Array<Item: CelValue>] smallvec::SmallVec<A> => [A::Item];
}
