//! Objects as JSON. A part is converted when a rule reads it. If it does not match its schema, reading it is an error
//! (k8s: `apiserver/pkg/cel/common/values.go`, `UnstructuredToVal`).

mod any;
pub(crate) mod memory;
pub(crate) mod object;
mod read;
mod reported;
mod rules;
mod same;
pub(crate) mod shown;
mod text;
mod trees;
mod value;
mod walk;

pub(crate) use self::shown::bad_value;
pub use self::{
    any::{AnyEntries, AnyJson, AnyList, Content},
    object::Object,
    read::Memory,
    reported::JsonNode,
    rules::{evaluate, evaluate_object, evaluate_slice, validate, validate_slice},
    same::{Form, same_lists, same_maps, same_objects},
    text::{Entry, TextJson},
    trees::{Lists, SerdeTrees, TextTrees, Trees},
    value::{Entries, Json},
    walk::{NodeFn, Place, alike, items, keyed_items, properties, values},
};

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{CelList, equality::Equal, formatted, map::CelMap, object::AsObject},
    outcome::{Outcome, Verdict},
    value::{Preserved, Value},
    work,
};
use cel_types::{Duration, Timestamp};
use std::marker::PhantomData;

impl<'a, E: Entries<'a>> AsObject for Object<'a, E> {
    #[inline]
    fn keys(self) -> u64 {
        Object::keys(self)
    }
    #[inline]
    fn has_key(self, name: &str) -> bool {
        self.raw(name).is_some()
    }
    #[inline]
    fn is_untyped(self, _: &str) -> bool {
        false
    }
    /// Callers read unknown keys from the JSON itself.
    #[inline]
    fn unknown(self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }
    #[inline]
    fn json<'o>(self) -> Option<Object<'o>>
    where
        'a: 'o,
    {
        Some(Object::new(self.0.into()))
    }
}

/// A map.
#[derive(Clone, Copy)]
pub struct Map<'a, E>(E, PhantomData<&'a ()>);

impl<'a, E: Entries<'a>> CelMap<'a> for Map<'a, E> {
    type Key = &'a str;
    type Value = E::Value;
    type Iter = E::Iter;

    #[inline]
    fn length(self) -> usize {
        self.0.length()
    }
    #[inline]
    fn value(self, key: &'a str) -> Option<E::Value> {
        if !work::admits_key(key.as_bytes()) {
            return None;
        }
        self.0.get(key)
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.0.entries()
    }
    #[inline]
    fn is_zero(self) -> bool {
        false
    }
}

/// A value whose schema is `nullable`.
#[inline]
pub fn nullable<'a, J: Json<'a>>(
    value: J,
    read: impl FnOnce(J) -> Outcome<'a, Value<'a>>,
) -> Outcome<'a, Value<'a>> {
    if value.is_null() { Ok(Value::Null) } else { read(value) }
}

/// `type: object` with properties.
#[inline]
pub fn object<'a, J: Json<'a>>(_arena: &'a Arena, value: J) -> Outcome<'a, Object<'a, J::Entries>> {
    value.as_object().map(Object::new).ok_or_else(|| no_object(value.into()))
}

/// `type: object` with additional properties.
#[inline]
pub fn map<'a, J: Json<'a>>(_arena: &'a Arena, value: J) -> Outcome<'a, Map<'a, J::Entries>> {
    value.as_object().map(|entries| Map(entries, PhantomData)).ok_or_else(|| no_object(value.into()))
}

/// `type: array`
#[inline]
pub fn list<'a, J: Json<'a>>(_arena: &'a Arena, value: J) -> Outcome<'a, J::List> {
    value.as_array().ok_or_else(|| no_list(value.into()))
}

/// `value in list` where the schema says that elements are like the value: `self.name in self.names`. `read` reads an element. If an element
/// is something else, `otherwise` decides.
#[inline]
pub fn contains<'a, T: Equal + Copy, L: CelList<'a>>(
    value: T,
    list: L,
    read: impl Fn(L::Item) -> Option<T>,
    otherwise: impl FnOnce() -> Verdict<'a>,
) -> Verdict<'a> {
    for element in list.elements() {
        match read(element) {
            Some(element) if value.equal(element) => return Ok(true),
            Some(_) => {}
            None => return otherwise(),
        }
    }
    Ok(false)
}

/// `key in map` where `matches` says whether a value matches its schema. If the value does not, `otherwise` decides.
#[inline]
pub fn has_key<'a, E: Entries<'a>>(
    key: &'a str,
    map: Map<'a, E>,
    matches: impl Fn(E::Value) -> bool,
    otherwise: impl FnOnce() -> Verdict<'a>,
) -> Verdict<'a> {
    match map.value(key) {
        Some(value) if !matches(value) => otherwise(),
        found => Ok(found.is_some()),
    }
}

/// `x-kubernetes-int-or-string`
#[inline]
pub fn int_or_string<'a, J: Json<'a>>(_arena: &'a Arena, value: J) -> Outcome<'a, Value<'a>> {
    crate::value::int_or_string(value)
}

/// A value without a type.
#[inline]
pub fn preserved<'a, J: Json<'a>>(_arena: &'a Arena, value: J) -> Outcome<'a, Value<'a>> {
    if value.is_null() {
        Err(EvalError::Text(NULL))
    } else {
        Ok(Value::Preserved(Preserved::Json(value.into())))
    }
}

/// `type: boolean`
#[inline]
pub fn bool<'a, 'v, J: Json<'v>>(arena: &'a Arena, value: J) -> Outcome<'a, bool> {
    value.as_bool().ok_or_else(|| unexpected(arena, "bool", value.into()))
}

/// `type: integer`. To the server a number with a fraction or beyond 64 bits is a float and no integer.
#[inline]
pub fn int<'a, 'v, J: Json<'v>>(arena: &'a Arena, value: J) -> Outcome<'a, i64> {
    value.as_i64().ok_or_else(|| unexpected(arena, "int", value.into()))
}

/// `type: number`
#[inline]
pub fn double<'a, 'v, J: Json<'v>>(arena: &'a Arena, value: J) -> Outcome<'a, f64> {
    value.as_f64().ok_or_else(|| unexpected(arena, "float", value.into()))
}

/// `type: string`
#[inline]
pub fn text<'a, J: Json<'a>>(arena: &'a Arena, value: J) -> Outcome<'a, &'a str> {
    value.as_str().ok_or_else(|| no_text(arena, value.into()))
}

/// `type: string` of format `byte`
#[inline]
pub fn bytes<'a, J: Json<'a>>(arena: &'a Arena, value: J) -> Outcome<'a, &'a [u8]> {
    formatted::bytes(arena, text(arena, value)?)
}

/// `type: string` of format `duration`
#[inline]
pub fn duration<'a, J: Json<'a>>(arena: &'a Arena, value: J) -> Outcome<'a, Duration> {
    formatted::duration(arena, text(arena, value)?)
}

/// `type: string` of format `date`
#[inline]
pub fn date<'a, J: Json<'a>>(arena: &'a Arena, value: J) -> Outcome<'a, Timestamp> {
    formatted::date(arena, text(arena, value)?)
}

/// `type: string` of format `date-time`
#[inline]
pub fn date_time<'a, J: Json<'a>>(arena: &'a Arena, value: J) -> Outcome<'a, Timestamp> {
    formatted::date_time(arena, text(arena, value)?)
}

/// The error for a value that must be a text.
#[cold]
#[inline]
pub(crate) fn no_text<'a>(arena: &'a Arena, value: AnyJson<'_>) -> EvalError<'a> {
    unexpected(arena, "string", value)
}

/// The error for a value that must be an object or a map.
#[cold]
#[inline]
pub(crate) fn no_object<'a>(value: AnyJson<'_>) -> EvalError<'a> {
    unless_null(value, "invalid data, expected a map for the provided schema with type=object")
}

/// The error for a value that must be a list.
#[cold]
#[inline]
pub(crate) fn no_list<'a>(value: AnyJson<'_>) -> EvalError<'a> {
    unless_null(value, "invalid data, expected an array for the provided schema with type=array")
}

#[cold]
#[inline]
fn unexpected<'a>(arena: &'a Arena, expected: &str, value: AnyJson<'_>) -> EvalError<'a> {
    let found = go_type(value);
    if value.is_null() {
        return EvalError::Text(NULL);
    }
    invalid(arena, expected, found)
}

/// The error for a value that does not have its schema's type.
#[inline]
pub(crate) fn invalid<'a>(arena: &'a Arena, expected: &str, found: &str) -> EvalError<'a> {
    let text = bumpalo::format!(in arena, "invalid data, expected {}, got {}", expected, found);
    EvalError::Text(text.into_bump_str())
}

#[cold]
#[inline]
fn unless_null<'a>(value: AnyJson<'_>, text: &'static str) -> EvalError<'a> {
    EvalError::Text(if value.is_null() { NULL } else { text })
}

pub(crate) const NULL: &str = "invalid data, got null for schema with nullable=false";

/// The type that Go's decoder gives a value.
#[inline]
fn go_type(value: AnyJson<'_>) -> &'static str {
    match value.content() {
        Content::Null => "<nil>",
        Content::Bool(_) => "bool",
        Content::Int(_) => "int64",
        Content::Float(_) => "float64",
        Content::String(_) => "string",
        Content::Array(_) => "[]interface {}",
        Content::Object(_) => "map[string]interface {}",
    }
}
