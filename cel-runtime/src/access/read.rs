//! Collections of values that implement none of our traits. A function reads each value.

use super::CelValue;
use crate::ops::{equality, equality::Equal, list::CelList, map::CelMap};
#[cfg(feature = "indexmap")]
use indexmap::IndexMap;
use std::{
    borrow::Borrow,
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash},
};

macro_rules! reads {
    ($($name:ident, $collection:literal;)*) => {$(
        #[doc = concat!("A ", $collection, " of the user's struct, and the function that reads what it holds.")]
        pub struct $name<'a, C: ?Sized, T, E> {
            collection: &'a C,
            read: fn(&'a T) -> E,
        }

        impl<'a, C: ?Sized, T, E> $name<'a, C, T, E> {
            /// Makes the pair; the function is not called yet.
            #[inline]
            pub fn new(collection: &'a C, read: fn(&'a T) -> E) -> Self {
                $name { collection, read }
            }
        }

        impl<C: ?Sized, T, E> Clone for $name<'_, C, T, E> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<C: ?Sized, T, E> Copy for $name<'_, C, T, E> {}
    )*};
}
reads! {
    ReadList, "list";
    ReadMap, "map";
}

impl<'a, C: ?Sized, T: 'a, E: Copy + 'a> CelList<'a> for ReadList<'a, C, T, E>
where
    &'a C: IntoIterator<Item = &'a T, IntoIter: ExactSizeIterator + Clone>,
{
    type Item = E;
    type Iter = std::iter::Map<<&'a C as IntoIterator>::IntoIter, fn(&'a T) -> E>;

    #[inline]
    fn length(self) -> usize {
        self.collection.into_iter().len()
    }
    #[inline]
    fn at(self, index: usize) -> Option<E> {
        self.collection.into_iter().nth(index).map(self.read)
    }
    #[inline]
    fn elements(self) -> Self::Iter {
        self.collection.into_iter().map(self.read)
    }
}

macro_rules! map {
    ($($map:ident $(<$hasher:ident>)? where $($order:path),*;)*) => {$(
        impl<'a, K, T, E $(, $hasher: BuildHasher)?> CelMap<'a> for ReadMap<'a, $map<K, T $(, $hasher)?>, T, E>
        where
            K: CelValue<Cel<'a> = &'a str> + Borrow<str> $(+ $order)* + 'a,
            E: Copy + 'a,
        {
            type Key = &'a str;
            type Value = E;
            type Iter = std::vec::IntoIter<(&'a str, E)>;

            fn length(self) -> usize {
                self.collection.len()
            }
            fn value(self, key: &'a str) -> Option<E> {
                self.collection.get(key).map(self.read)
            }
            fn entries(self) -> Self::Iter {
                let entries = self.collection.iter().map(|(key, value)| (key.cel(), (self.read)(value)));
                entries.collect::<Vec<_>>().into_iter()
            }
        }
    )*};
}
map! {
    BTreeMap where Ord;
    HashMap<S> where Eq, Hash;
}
#[cfg(feature = "indexmap")]
map! {
    IndexMap<S> where Eq, Hash;
}

impl<'a, C: ?Sized, T, E> Equal for ReadList<'a, C, T, E>
where
    Self: CelList<'a, Item: Equal>,
{
    fn equal(self, right: Self) -> bool {
        equality::lists(self, right)
    }
}

impl<'a, C: ?Sized, T, E> Equal for ReadMap<'a, C, T, E>
where
    Self: CelMap<'a, Value: Equal>,
{
    fn equal(self, right: Self) -> bool {
        equality::maps(self, right)
    }
}
