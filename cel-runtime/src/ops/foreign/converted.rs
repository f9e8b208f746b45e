//! Objects of k8s-openapi as values of unknown type. serde writes them, and the compiler's table of types says how to read them. A program
//! without such values does not contain the table.

use super::Foreign;
use crate::{
    cost::Arena,
    ops::{
        formatted,
        list::{List, Sequence},
        map::{Entries, Map},
    },
    value::{ListType, ListValue, MapValue, Value, int_or_string},
    work,
};
use cel_types::{
    escaping::{escape, unescape},
    kubernetes::{Entry, RustType, Shape, at},
};
use serde::Serialize;
use std::ptr::from_ref;

/// An object of the type at a path. It is copied into the arena as a whole. The arena has a limit.
pub fn value<'a, T: Serialize>(arena: &'a Arena, object: Foreign<'_, T>, path: &str) -> Value<'a> {
    if work::is_over() {
        return Value::Null;
    }
    let written = serde_json::to_value(object.0).unwrap_or_default();
    if !work::admits_written(&written) {
        return Value::Null;
    }
    at(path).map_or(Value::Null, |entry| named(arena, entry, &written))
}

#[inline]
fn named<'a>(arena: &'a Arena, entry: Entry, json: &serde_json::Value) -> Value<'a> {
    let text = |json: &serde_json::Value| -> Value<'a> {
        Value::String(arena.alloc_str(json.as_str().unwrap_or_default()))
    };
    match entry.shape(None) {
        Shape::Time | Shape::MicroTime => {
            let text = arena.alloc_str(json.as_str().unwrap_or_default());
            formatted::date_time(arena, text).map_or_else(Value::Error, Value::Timestamp)
        }
        Shape::Quantity | Shape::IntOrString => match int_or_string(json) {
            Ok(Value::Int(value)) => Value::Int(value),
            _ => text(json),
        },
        Shape::Object(fields) => {
            let found = fields.iter().filter_map(|field| {
                let json = json.get(field.name)?;
                let escaped = escape(field.name).unwrap_or(field.name.into());
                Some(Part {
                    name: field.name,
                    escaped: arena.alloc_str(&escaped),
                    value: of_type(arena, &field.ty, json),
                })
            });
            let names = fields.iter().map(|field| field.name);
            let keys = json.as_object().map_or(0, serde_json::Map::len);
            object(arena, found.collect(), names.collect(), keys, "")
        }
        Shape::Untyped | Shape::Union => {
            let keys = json.as_object().map_or(0, serde_json::Map::len);
            object(arena, Vec::new(), Vec::new(), keys, arena.alloc_str(&json.to_string()))
        }
    }
}

#[inline]
fn of_type<'a>(arena: &'a Arena, ty: &RustType, json: &serde_json::Value) -> Value<'a> {
    match ty {
        RustType::Box(inner) => of_type(arena, inner, json),
        RustType::Named(entry) => named(arena, *entry, json),
        RustType::Vec(inner) => {
            let items = json.as_array().into_iter().flatten().map(|json| of_type(arena, inner, json));
            let items: Vec<Value<'a>> = items.collect();
            if !arena.admits_parts(items.len(), size_of::<Value<'a>>()) {
                return Value::Null;
            }
            let items = arena.alloc(Items(arena.alloc_slice_copy(&items)));
            Value::List(ListValue { elements: List::Shared(items), list_type: ListType::Atomic })
        }
        RustType::Map(inner) => {
            let entries = json.as_object().into_iter().flatten();
            let parts = entries.map(|(name, json)| {
                let name: &str = arena.alloc_str(name);
                Part { name, escaped: name, value: of_type(arena, inner, json) }
            });
            let parts = sorted(arena, parts.collect());
            Value::Map(MapValue { entries: Map::Shared(arena.alloc(Values(parts))), is_native: true })
        }
        RustType::Bytes => {
            let text = arena.alloc_str(json.as_str().unwrap_or_default());
            formatted::bytes(arena, text).map_or_else(Value::Error, Value::Bytes)
        }
        RustType::String => Value::String(arena.alloc_str(json.as_str().unwrap_or_default())),
        RustType::Bool => Value::Bool(json.as_bool().unwrap_or_default()),
        RustType::I32 | RustType::I64 => Value::Int(json.as_i64().unwrap_or_default()),
        RustType::F64 => json.as_f64().map_or(Value::Null, Value::Double),
    }
}

/// A named value.
#[derive(Clone, Copy)]
struct Part<'a> {
    name: &'a str,
    escaped: &'a str,
    value: Value<'a>,
}

#[inline]
fn sorted<'a>(arena: &'a Arena, mut parts: Vec<Part<'a>>) -> &'a [Part<'a>] {
    parts.sort_unstable_by_key(|part| part.name);
    if arena.admits_parts(parts.len(), size_of::<Part<'a>>()) { arena.alloc_slice_copy(&parts) } else { &[] }
}

#[inline]
fn find<'a>(parts: &'a [Part<'a>], name: &str) -> Option<Value<'a>> {
    let place = parts.binary_search_by(|part| part.name.cmp(name)).ok()?;
    parts.get(place).map(|part| part.value)
}

struct Items<'a>(&'a [Value<'a>]);

impl<'a> Sequence<Value<'a>> for Items<'a> {
    #[inline]
    fn length(&self) -> usize {
        self.0.len()
    }
    #[inline]
    fn at(&self, index: usize) -> Option<Value<'a>> {
        self.0.get(index).copied()
    }
    #[inline]
    fn is_native(&self) -> bool {
        true
    }
    #[inline]
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
}

/// A map with values of one type.
struct Values<'a>(&'a [Part<'a>]);

impl<'a> Entries<Value<'a>, Value<'a>> for Values<'a> {
    #[inline]
    fn length(&self) -> usize {
        self.0.len()
    }
    #[inline]
    fn value(&self, key: Value<'a>) -> Option<Value<'a>> {
        let Value::String(key) = key else { return None };
        find(self.0, key)
    }
    #[inline]
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        self.0.iter().map(|part| (Value::String(part.name), part.value)).collect()
    }
    #[inline]
    fn is_zero(&self) -> bool {
        false
    }
    #[inline]
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
}

struct Properties<'a> {
    parts: &'a [Part<'a>],
    /// The properties that the schema describes.
    names: &'a [&'static str],
    keys: usize,
    /// The JSON of an object, if the schema describes none of its keys.
    untyped: &'a str,
}

#[inline]
fn object<'a>(
    arena: &'a Arena,
    parts: Vec<Part<'a>>,
    names: Vec<&'static str>,
    keys: usize,
    untyped: &'a str,
) -> Value<'a> {
    let (parts, names) = (sorted(arena, parts), arena.alloc_slice_copy(&names));
    let entries = Map::Shared(arena.alloc(Properties { parts, names, keys, untyped }));
    Value::Map(MapValue { entries, is_native: true })
}

impl<'a> Entries<Value<'a>, Value<'a>> for Properties<'a> {
    #[inline]
    fn length(&self) -> usize {
        self.keys
    }
    #[inline]
    fn value(&self, key: Value<'a>) -> Option<Value<'a>> {
        let Value::String(key) = key else { return None };
        find(self.parts, &unescape(key)?)
    }
    #[inline]
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        let parts = self.parts.iter().map(|part| (Value::String(part.escaped), part.value));
        let mut parts: Vec<_> = parts.collect();
        parts.resize(self.keys.max(parts.len()), crate::value::unknown_key());
        parts
    }
    #[inline]
    fn properties(&self) -> Option<Vec<(Value<'a>, Option<Value<'a>>)>> {
        Some(self.names.iter().map(|name| (Value::String(name), find(self.parts, name))).collect())
    }
    #[inline]
    fn has_key(&self, name: &str) -> bool {
        find(self.parts, name).is_some()
    }
    #[inline]
    fn unknown(&self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::from_str(self.untyped).unwrap_or_default()
    }
    #[inline]
    fn is_zero(&self) -> bool {
        false
    }
    #[inline]
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
}
