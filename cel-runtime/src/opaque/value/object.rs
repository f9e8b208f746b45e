//! Objects of opaque values.

use super::{copy, kept, read};
use crate::{
    cost::Arena,
    opaque::schema::Property,
    ops::map::{Entries, Map as CelMap},
    value::{self, MapValue, Value},
};
use cel_types::escaping::unescape;
use serde_json::{Map, Value as Tree};
use std::ptr::from_ref;

/// An object, read by its schema.
#[inline]
pub(super) fn object<'a>(
    arena: &'a Arena,
    properties: &'static [Property],
    json: &Map<String, Tree>,
) -> Value<'a> {
    let held = properties.iter().map(|property| match json.get(&property.name.json) {
        None => Held::Absent,
        Some(Tree::Null) => Held::Null,
        Some(json) => {
            let value = read(arena, &property.schema, json).unwrap_or_else(Value::Error);
            match json {
                Tree::String(text) if property.schema.is_formatted() => {
                    Held::Converted(value, copy(arena, text))
                }
                _ => Held::Value(value),
            }
        }
    });
    let held: Vec<Held<'a>> = held.collect();
    let is_known = |name: &str| find(properties, name).is_some();
    let unknown: Map<_, _> = json
        .iter()
        .filter(|(name, _)| !is_known(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let unknown = if unknown.is_empty() { "" } else { copy(arena, &Tree::Object(unknown).to_string()) };
    let object = Object { properties, held: kept(arena, &held), keys: json.len(), unknown };
    Value::Map(MapValue { entries: CelMap::Shared(arena.alloc(object)), is_native: true })
}

struct Object<'a> {
    properties: &'static [Property],
    /// The content of each property.
    held: &'a [Held<'a>],
    keys: usize,
    /// The keys that the schema does not describe, as the text of a JSON object. Empty if there are none.
    unknown: &'a str,
}

#[derive(Clone, Copy)]
enum Held<'a> {
    Absent,
    Null,
    Value(Value<'a>),
    /// A text with a format: the converted value, and the text that was sent.
    Converted(Value<'a>, &'a str),
}

impl<'a> Held<'a> {
    #[inline]
    fn value(self) -> Option<Value<'a>> {
        match self {
            Held::Value(value) | Held::Converted(value, _) => Some(value),
            Held::Absent | Held::Null => None,
        }
    }
}

#[inline]
fn find(properties: &[Property], name: &str) -> Option<usize> {
    properties.binary_search_by(|property| (*property.name.json).cmp(name)).ok()
}

impl<'a> Object<'a> {
    #[inline]
    fn held(&self, name: &str) -> Option<Held<'a>> {
        self.held.get(find(self.properties, name)?).copied()
    }
}

impl<'a> Entries<Value<'a>, Value<'a>> for Object<'a> {
    #[inline]
    fn length(&self) -> usize {
        self.keys
    }
    #[inline]
    fn value(&self, key: Value<'a>) -> Option<Value<'a>> {
        let Value::String(key) = key else { return None };
        self.held(&unescape(key)?)?.value()
    }
    /// A null property has a key, but a lookup does not find it. The entry of a key that rules cannot reach is null.
    #[inline]
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        let entries = self.properties.iter().zip(self.held).filter_map(|(property, held)| {
            let name: &'a str = &property.name.escaped;
            let value = match held {
                Held::Absent => return None,
                Held::Null => value::no_such_key(name),
                Held::Value(value) | Held::Converted(value, _) => *value,
            };
            Some((Value::String(name), value))
        });
        let mut entries: Vec<_> = entries.collect();
        entries.resize(self.keys.max(entries.len()), value::unknown_key());
        entries
    }
    #[inline]
    fn properties(&self) -> Option<Vec<(Value<'a>, Option<Value<'a>>)>> {
        let names = self.properties.iter().map(|property| Value::String(&property.name.json));
        Some(names.map(|name| (name, self.value(name))).collect())
    }
    #[inline]
    fn sent(&self, name: &str) -> Option<Value<'a>> {
        match self.held(name)? {
            Held::Converted(_, text) => Some(Value::String(text)),
            Held::Absent | Held::Null | Held::Value(_) => None,
        }
    }
    #[inline]
    fn has_key(&self, name: &str) -> bool {
        self.held(name).is_some_and(|held| !matches!(held, Held::Absent))
    }
    #[inline]
    fn unknown(&self) -> Map<String, Tree> {
        serde_json::from_str(self.unknown).unwrap_or_default()
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
