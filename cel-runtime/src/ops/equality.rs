//! `==` between values of one static type (docs/spec/library.md §5.2). `dynamic.rs` compares values of different types.

use crate::{
    access::CelValue,
    eval_error::EvalError,
    keyed_hash::KeyedHasher,
    ops::list::{CelList, List},
    ops::map::{CelMap, Key, Map},
    ops::places::{Places, Seen},
    ops::typed::Outcome,
    work::{self, Steps},
};
use cel_types::{Duration, Timestamp, TypeName};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    hash::Hash,
};

/// CEL's `==`. The derive implements it for references to structs.
pub trait Equal<R = Self>: Copy {
    /// True if the values are equal.
    fn equal(self, right: R) -> bool;

    /// `None` if the comparison fails with `no such overload`, as for a quantity or an optional quantity.
    #[inline]
    fn try_equal(self, right: R) -> Option<bool> {
        Some(self.equal(right))
    }

    /// Hashes the value: equal values write the same. `false` for a value that equals nothing, such as NaN. It is called for the elements
    /// of sets, which are scalars.
    #[inline]
    fn write(self, _: &mut KeyedHasher) -> bool {
        true
    }
}

/// `left == right`. If rustc does not know the type of one operand, it takes the type of the other.
#[inline]
pub fn values<T: Equal>(left: T, right: T) -> bool {
    left.equal(right)
}

/// `left == right` for types whose comparison can fail.
#[inline]
pub fn checked<'a, T: Equal>(left: T, right: T) -> Outcome<'a, bool> {
    left.try_equal(right).ok_or(EvalError::NoSuchOverload)
}

/// `left == right` for texts that a loop compares with each other. Names in a list often have the same length and begin alike
/// (`listener-1`, `listener-2`), so the last bytes are compared first.
#[inline]
pub fn texts(left: &str, right: &str) -> bool {
    left.len() == right.len() && last_word(left) == last_word(right) && left == right
}

/// The last eight bytes of a text, if it has as many.
#[inline]
fn last_word(text: &str) -> u64 {
    text.as_bytes().last_chunk().map_or(0, |word| u64::from_ne_bytes(*word))
}

macro_rules! plain {
    ($($scalar:ty)*) => {$(
        impl Equal for $scalar {
            #[inline]
            fn equal(self, right: Self) -> bool {
                self == right
            }
            fn write(self, hasher: &mut KeyedHasher) -> bool {
                self.hash(hasher);
                true
            }
        }
    )*};
}
plain!(() bool i64 u64 Timestamp Duration TypeName std::convert::Infallible);

impl Equal for &str {
    #[inline]
    fn equal(self, right: Self) -> bool {
        work::are_same(self.as_bytes(), right.as_bytes())
    }
    fn write(self, hasher: &mut KeyedHasher) -> bool {
        let is_admitted = work::admits_key(self.as_bytes());
        if is_admitted {
            self.hash(hasher);
        }
        is_admitted
    }
}

/// 0.0 and -0.0 are equal.
impl Equal for f64 {
    #[inline]
    fn equal(self, right: Self) -> bool {
        self == right
    }
    fn write(self, hasher: &mut KeyedHasher) -> bool {
        let number = if self == 0.0 { 0.0 } else { self };
        number.to_bits().hash(hasher);
        !number.is_nan()
    }
}

/// Two optionals are equal if both are empty or if their values are equal. The same holds for nulls.
impl<T: Equal> Equal for Option<T> {
    #[inline]
    fn equal(self, right: Self) -> bool {
        match (self, right) {
            (Some(left), Some(right)) => left.equal(right),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    #[inline]
    fn try_equal(self, right: Self) -> Option<bool> {
        match (self, right) {
            (Some(left), Some(right)) => left.try_equal(right),
            (left, right) => Some(left.is_none() && right.is_none()),
        }
    }

    fn write(self, hasher: &mut KeyedHasher) -> bool {
        self.is_some().hash(hasher);
        self.is_none_or(|value| value.write(hasher))
    }
}

/// The sizes are equal, and the elements in order. A comparison of elements that fails does not make the lists differ.
#[inline]
pub fn lists<'a, L: CelList<'a>, R: CelList<'a, Item = L::Item>>(left: L, right: R) -> bool
where
    L::Item: Equal,
{
    left.length() == right.length()
        && work::admits_parts(left.length(), Steps::Element)
        && left.elements().zip(right.elements()).all(|(l, r)| l.try_equal(r) != Some(false))
}

/// A list with `list-type: set`. The sizes are equal, and each list has all elements of the other.
pub fn sets<'a, L: CelList<'a>, R: CelList<'a, Item = L::Item>>(left: L, right: R) -> bool
where
    L::Item: Equal,
{
    left.length() == right.length() && (lists(left, right) || are_same_elements(left, right))
}

/// The server uses a hash map. Here the elements of the left list are indexed once.
fn are_same_elements<'a, L: CelList<'a>, R: CelList<'a, Item = L::Item>>(left: L, right: R) -> bool
where
    L::Item: Equal,
{
    let known: Vec<L::Item> = left.elements().collect();
    let places = Places::new(known.len(), left.elements(), Equal::write);
    let last = |element: L::Item| {
        let is_same = |place: &usize| known.get(*place).is_some_and(|known| known.equal(element));
        places.alike(|hasher| element.write(hasher)).rev().find(is_same)
    };
    let mut seen = Seen::new(known.len());
    let mut is_found = |element| last(element).map(|place| seen.add(place)).is_some();
    right.elements().all(&mut is_found) && seen.is_all(|place| last(*known.get(place)?))
}

/// The sizes are equal, and for each key of the left map the right map has an equal value.
#[inline]
pub fn maps<'a, L: CelMap<'a>, R: CelMap<'a, Key = L::Key, Value = L::Value>>(left: L, right: R) -> bool
where
    L::Value: Equal,
{
    let mut right_value = right.values_in_turn();
    left.length() == right.length()
        && work::admits_parts(left.length(), Steps::Lookup)
        && left.all(|key, l| right_value(key).is_some_and(|r| l.try_equal(r) != Some(false)))
}

/// `value in list`
#[inline]
pub fn contains<'a, L: CelList<'a>>(list: L, value: L::Item) -> bool
where
    L::Item: Equal,
{
    list.elements().any(|element| value.equal(element))
}

impl<'a, E: Equal + 'a> Equal for List<'a, E> {
    fn equal(self, right: Self) -> bool {
        lists(self, right)
    }
}

impl<'a, K: Key<'a> + 'a, V: Equal + 'a> Equal for Map<'a, K, V> {
    fn equal(self, right: Self) -> bool {
        maps(self, right)
    }
}

impl<'a, T: CelValue> Equal for &'a [T]
where
    T::Cel<'a>: Equal,
{
    fn equal(self, right: Self) -> bool {
        lists(self, right)
    }
    fn write(self, hasher: &mut KeyedHasher) -> bool {
        self.len().hash(hasher);
        self.elements().all(|element| element.write(hasher))
    }
}

macro_rules! collections {
    ($($by:ident: $collection:ty, [$($parameter:ident),*], [$($bound:tt)*];)*) => {$(
        impl<'a, $($parameter),*> Equal for &'a $collection
        where
            &'a $collection: $($bound)*
        {
            fn equal(self, right: Self) -> bool {
                $by(self, right)
            }
        }
    )*};
}
collections! {
    lists: VecDeque<T>, [T], [CelList<'a, Item: Equal>];
    lists: BTreeSet<T>, [T], [CelList<'a, Item: Equal>];
    lists: HashSet<T, S>, [T, S], [CelList<'a, Item: Equal>];
    maps: BTreeMap<K, V>, [K, V], [CelMap<'a, Value: Equal>];
    maps: HashMap<K, V, S>, [K, V, S], [CelMap<'a, Value: Equal>];
}
#[cfg(feature = "indexmap")]
collections! {
    lists: indexmap::IndexSet<T, S>, [T, S], [CelList<'a, Item: Equal>];
    maps: indexmap::IndexMap<K, V, S>, [K, V, S], [CelMap<'a, Value: Equal>];
}
