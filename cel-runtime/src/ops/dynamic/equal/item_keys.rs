//! The keys that the server uses to identify the items of a list (k8s: `cel/common/valuesunstructured.go`, `toMapKey`;
//! `valuesreflect.go`, `refValMapKey`).

use super::raw;
use crate::keyed_hash::KeyedHasher;
use crate::{
    json::{Content, Json},
    ops::{CelList, CelMap, list::List, places::Places},
    value::{ItemKey, MapValue, Preserved, Value},
};
use cel_types::number::format_double;
use std::hash::Hash;

/// The keys of a list, and the place to read them from.
#[derive(Clone, Copy)]
pub(super) enum ItemKeys<'a> {
    /// From the object as it was sent, under the names that rules use. Only objects have keys.
    Sent(&'a [ItemKey<'a>]),
    /// As a rule reads them. A key that is absent or does not match its schema is like null.
    Read(&'a [ItemKey<'a>]),
}

impl<'a> ItemKeys<'a> {
    /// True if two items have the same key.
    #[inline]
    fn is_same(self, left: Value<'a>, right: Value<'a>) -> bool {
        match self {
            ItemKeys::Sent(keys) => match (as_object(left), as_object(right)) {
                (Some(left), Some(right)) => {
                    keys.iter().all(|key| is_same(keys, sent(left, key), sent(right, key)))
                }
                _ => false,
            },
            ItemKeys::Read(keys) => keys.iter().all(|key| is_same(keys, read(left, key), read(right, key))),
        }
    }

    /// Hashes the parts that [`ItemKeys::is_same`] compares. `false` for an item whose key equals no other.
    #[inline]
    fn write(self, item: Value<'a>, hasher: &mut KeyedHasher) -> bool {
        match self {
            ItemKeys::Sent(keys) => as_object(item)
                .is_some_and(|item| keys.iter().all(|key| write(keys, sent(item, key), hasher))),
            ItemKeys::Read(keys) => keys.iter().all(|key| write(keys, read(item, key), hasher)),
        }
    }
}

/// The items of a list, found by their keys.
pub(super) struct Items<'a> {
    list: List<'a, Value<'a>>,
    keys: ItemKeys<'a>,
    /// The items that are objects. The view of each object is made once.
    objects: Vec<Option<MapValue<'a>>>,
    places: Places,
}

impl<'a> Items<'a> {
    #[inline]
    pub(super) fn new(keys: ItemKeys<'a>, list: List<'a, Value<'a>>) -> Self {
        let object = |item| if let Value::Map(object) = item { Some(object) } else { None };
        let objects: Vec<Option<MapValue<'a>>> = list.elements().map(object).collect();
        let mut items = Items { list, keys, objects, places: Places::default() };
        let write =
            |place, hasher: &mut KeyedHasher| items.at(place).is_some_and(|item| keys.write(item, hasher));
        items.places = Places::new(items.length(), 0..items.length(), write);
        items
    }

    #[inline]
    pub(super) fn length(&self) -> usize {
        self.objects.len()
    }

    #[inline]
    pub(super) fn at(&self, place: usize) -> Option<Value<'a>> {
        self.objects.get(place)?.map(Value::Map).or_else(|| self.list.at(place))
    }

    /// The last item with the key of `item`, and its index.
    #[inline]
    pub(super) fn last(&self, item: Value<'a>) -> Option<(usize, Value<'a>)> {
        let alike = self.places.alike(|hasher| self.keys.write(item, hasher)).rev();
        let mut same = alike.filter_map(|place| {
            Some((place, self.at(place).filter(|known| self.keys.is_same(*known, item))?))
        });
        same.next()
    }
}

/// A missing part of a key is like null.
#[inline]
fn is_same<'a>(keys: &[ItemKey<'_>], left: Option<Value<'a>>, right: Option<Value<'a>>) -> bool {
    let (left, right) = (left.unwrap_or(Value::Null), right.unwrap_or(Value::Null));
    match (text_of_number(keys, left), text_of_number(keys, right)) {
        (Some(left), Some(right)) => left == right,
        _ => raw::is_same(left, right),
    }
}

#[inline]
fn write(keys: &[ItemKey<'_>], part: Option<Value<'_>>, hasher: &mut KeyedHasher) -> bool {
    let part = part.unwrap_or(Value::Null);
    match text_of_number(keys, part) {
        Some(text) => text.hash(hasher),
        None => return raw::write(part, hasher),
    }
    true
}

/// The server formats more than three keys as one text with Go's `%#v`. In it `1` equals `1.0`, and `0.0` differs from `-0.0`.
#[inline]
fn text_of_number(keys: &[ItemKey<'_>], part: Value<'_>) -> Option<String> {
    match part {
        _ if keys.len() <= KEYS_OF_GO => None,
        Value::Int(number) => Some(number.to_string()),
        Value::Double(number) => Some(format_double(number)),
        Value::Preserved(Preserved::Json(json)) => match json.content() {
            Content::Int(number) => Some(number.to_string()),
            Content::Float(number) => Some(format_double(number)),
            _ => None,
        },
        _ => None,
    }
}

#[inline]
fn as_object(item: Value<'_>) -> Option<MapValue<'_>> {
    match item {
        Value::Map(map) if map.is_native => Some(map),
        _ => None,
    }
}

#[inline]
fn sent<'a>(item: MapValue<'a>, key: &ItemKey<'a>) -> Option<Value<'a>> {
    match item.json() {
        Some(json) => json
            .get(key.escaped)
            .filter(|value| !value.is_null())
            .map(|value| Value::Preserved(Preserved::Json(value))),
        None if key.name == key.escaped => item.sent(key.name),
        None => None,
    }
}

#[inline]
fn read<'a>(item: Value<'a>, key: &ItemKey<'a>) -> Option<Value<'a>> {
    let Value::Map(item) = item else { return None };
    item.entries.value(Value::String(key.escaped)).filter(|value| !matches!(value, Value::Error(_)))
}

/// Up to this number, keys are compared one by one (k8s: `toMapKey`).
const KEYS_OF_GO: usize = 3;
