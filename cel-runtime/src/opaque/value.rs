//! Converts JSON to values as a whole. The values do not borrow from the JSON.

mod object;

use self::object::object;
use super::{Kind, ListKind, Schema};
use crate::{
    cost::Arena,
    json,
    ops::{
        formatted,
        list::List,
        map::{Key, Map},
        ops::Outcome,
    },
    value::{self, Held, ItemKey, ListType, Preserved, Value},
};
use serde_json::Value as Tree;
use std::{borrow::Cow, convert::identity, mem::size_of};

/// The value of a node. A part that does not match its schema becomes an error when a rule reads it.
#[inline]
pub(super) fn read<'a>(arena: &'a Arena, schema: &'static Schema, json: &Tree) -> Outcome<'a, Value<'a>> {
    Ok(match &schema.kind {
        Kind::Bool => Value::Bool(json::bool(arena, json)?),
        Kind::Int => Value::Int(json::int(arena, json)?),
        Kind::Double => Value::Double(json::double(arena, json)?),
        Kind::Text => Value::String(text(arena, json)?),
        Kind::Bytes => Value::Bytes(formatted::bytes(arena, text(arena, json)?)?),
        Kind::Duration => Value::Duration(formatted::duration(arena, text(arena, json)?)?),
        Kind::Date => Value::Timestamp(formatted::date(arena, text(arena, json)?)?),
        Kind::DateTime => Value::Timestamp(formatted::date_time(arena, text(arena, json)?)?),
        Kind::IntOrString => match json {
            Tree::String(text) => Value::String(copy(arena, text)),
            json => value::int(json.into())?,
        },
        Kind::List { items, list_type } => {
            let list = json.as_array().ok_or_else(|| json::no_list(json.into()))?;
            let elements: Vec<_> = list.iter().map(|item| element(arena, items, item)).collect();
            let elements = List::Slice(kept(arena, &elements));
            value::list(arena, elements, list_type_of(arena, list_type), identity)
        }
        Kind::Map(values) => {
            let map = json.as_object().ok_or_else(|| json::no_object(json.into()))?;
            let mut entries: Vec<_> = map
                .iter()
                .map(|(key, value)| (Value::String(copy(arena, key)), element(arena, values, value)))
                .collect();
            entries.sort_by(|(a, _), (b, _)| a.order(*b));
            value::map(arena, Map::Entries(kept(arena, &entries)), true, Some, identity, identity)
        }
        Kind::Object(properties) => {
            let json = json.as_object().ok_or_else(|| json::no_object(json.into()))?;
            object(arena, properties, json)
        }
        Kind::Untyped => Value::Preserved(preserved(arena, json)),
    })
}

/// An element of a list or a value of a map. It may be null if the schema says so.
#[inline]
fn element<'a>(arena: &'a Arena, schema: &'static Schema, json: &Tree) -> Value<'a> {
    if schema.nullable && json.is_null() {
        return Value::Null;
    }
    read(arena, schema, json).unwrap_or_else(Value::Error)
}

#[inline]
fn list_type_of<'a>(arena: &'a Arena, list_type: &'static ListKind) -> ListType<'a> {
    match list_type {
        ListKind::Atomic => ListType::Atomic,
        ListKind::Set => ListType::Set,
        ListKind::Map(keys) => {
            let keys = keys.iter().map(|key| ItemKey { name: &key.json, escaped: &key.escaped });
            ListType::Map(arena.alloc_slice_fill_iter(keys))
        }
    }
}

/// Copies a text into the arena, if there is room.
#[inline]
pub(super) fn copy<'a>(arena: &'a Arena, text: &str) -> &'a str {
    if arena.admits(text.len()) { arena.alloc_str(text) } else { "" }
}

/// Copies parts into the arena, if there is room.
pub(super) fn kept<'a, T: Copy>(arena: &'a Arena, parts: &[T]) -> &'a [T] {
    if arena.admits_parts(parts.len(), size_of::<T>()) { arena.alloc_slice_copy(parts) } else { &[] }
}

#[inline]
fn text<'a>(arena: &'a Arena, json: &Tree) -> Outcome<'a, &'a str> {
    match json {
        Tree::String(text) => Ok(copy(arena, text)),
        json => Err(json::no_text(arena, json.into())),
    }
}

/// A value without a type. It is kept as JSON text.
struct Text<'a> {
    arena: &'a Arena,
    text: &'a str,
}

impl Held for Text<'_> {
    #[inline]
    fn json(&self) -> Cow<'_, Tree> {
        Cow::Borrowed(self.arena.parsed(self.text))
    }
}

#[inline]
fn preserved<'a>(arena: &'a Arena, json: &Tree) -> Preserved<'a> {
    match json {
        Tree::String(text) => Preserved::Text(copy(arena, text)),
        json => {
            let text = copy(arena, &json.to_string());
            Preserved::Held(arena.alloc(Text { arena, text }))
        }
    }
}
