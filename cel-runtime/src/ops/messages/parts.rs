//! Lists and maps in messages. CEL makes a new one each time it reads the message. So a map does not find a key that is read again from a
//! message.

use super::super::{
    CelList, CelMap,
    list::{List, Sequence},
    map::{Entries, Key, Map},
};
use crate::{
    cost::Arena,
    value::{ListValue, MapValue, Value},
};
use std::ptr::from_ref;

/// A `google.protobuf.ListValue`.
#[inline]
pub(super) fn elements<'a>(arena: &'a Arena, list: List<'a, Value<'a>>) -> List<'a, Value<'a>> {
    List::Shared(arena.alloc(Elements { arena, list }))
}

/// A `google.protobuf.Struct`.
pub(super) fn fields<'a, K: Key<'a> + 'a>(
    arena: &'a Arena,
    map: Map<'a, K, Value<'a>>,
) -> Map<'a, K, Value<'a>> {
    Map::Shared(arena.alloc(Fields { arena, map }))
}

/// A part of a message, as CEL reads it.
#[inline]
pub(super) fn read<'a>(arena: &'a Arena, value: Value<'a>) -> Value<'a> {
    match value {
        Value::List(ListValue { elements: list, .. }) => Value::list(elements(arena, list)),
        Value::Map(MapValue { entries, .. }) => Value::map(fields(arena, entries)),
        value => value,
    }
}

struct Elements<'a> {
    arena: &'a Arena,
    list: List<'a, Value<'a>>,
}

impl<'a> Sequence<Value<'a>> for Elements<'a> {
    #[inline]
    fn length(&self) -> usize {
        self.list.length()
    }
    #[inline]
    fn at(&self, index: usize) -> Option<Value<'a>> {
        self.list.at(index).map(|element| read(self.arena, element))
    }
    #[inline]
    fn is_native(&self) -> bool {
        false
    }
    #[inline]
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
}

struct Fields<'a, K> {
    arena: &'a Arena,
    map: Map<'a, K, Value<'a>>,
}

impl<'a, K: Key<'a> + 'a> Entries<K, Value<'a>> for Fields<'a, K> {
    fn length(&self) -> usize {
        self.map.length()
    }
    fn value(&self, key: K) -> Option<Value<'a>> {
        self.map.value(key).map(|value| read(self.arena, value))
    }
    fn to_vec(&self) -> Vec<(K, Value<'a>)> {
        self.map.entries().map(|(key, value)| (key, read(self.arena, value))).collect()
    }
    fn is_zero(&self) -> bool {
        self.map.is_zero()
    }
    fn is_message(&self) -> bool {
        true
    }
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
}
