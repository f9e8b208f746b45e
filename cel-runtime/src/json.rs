//! Objects as JSON. A part is converted when a rule reads it. If it does not match its schema, reading it is an error
//! (k8s: `apiserver/pkg/cel/common/values.go`, `UnstructuredToVal`).

pub(crate) mod memory;
pub(crate) mod object;
mod read;
mod reported;
mod rules;
mod same;
pub(crate) mod shown;
mod value;
mod walk;

pub(crate) use self::shown::bad_value;
pub use self::{
    object::Object,
    read::Memory,
    reported::JsonNode,
    rules::Rules,
    same::{Form, same_lists, same_maps, same_objects},
    value::{Entries, Items, Json, List, Pairs},
    walk::{NodeFn, Place, alike, items, keyed_items, properties, values},
};

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{equality::Equal, formatted, map::CelMap, object::AsObject},
    outcome::{Outcome, Verdict},
    value::{Preserved, Value},
    work,
};
use cel_types::{Duration, Timestamp};

impl<'a> AsObject for Object<'a> {
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
        Some(self)
    }
}

/// A map.
#[derive(Clone, Copy)]
pub struct Map<'a>(Entries<'a>);

impl<'a> CelMap<'a> for Map<'a> {
    type Key = &'a str;
    type Value = Json<'a>;
    type Iter = Pairs<'a>;

    #[inline]
    fn length(self) -> usize {
        self.0.len()
    }
    #[inline]
    fn value(self, key: &'a str) -> Option<Json<'a>> {
        if !work::admits_key(key.as_bytes()) {
            return None;
        }
        self.0.get(key)
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.0.into_iter()
    }
    #[inline]
    fn is_zero(self) -> bool {
        false
    }
}

/// A value whose schema is `nullable`.
#[inline]
pub fn nullable<'a>(
    value: Json<'a>,
    read: impl FnOnce(Json<'a>) -> Outcome<'a, Value<'a>>,
) -> Outcome<'a, Value<'a>> {
    if value.is_null() { Ok(Value::Null) } else { read(value) }
}

/// `type: object` with properties.
#[inline]
pub fn object<'a>(_arena: &'a Arena, value: Json<'a>) -> Outcome<'a, Object<'a>> {
    value.as_object().map(Object).ok_or_else(|| no_object(value))
}

/// `type: object` with additional properties.
#[inline]
pub fn map<'a>(_arena: &'a Arena, value: Json<'a>) -> Outcome<'a, Map<'a>> {
    value.as_object().map(Map).ok_or_else(|| no_object(value))
}

/// `type: array`
#[inline]
pub fn list<'a>(_arena: &'a Arena, value: Json<'a>) -> Outcome<'a, List<'a>> {
    value.as_array().ok_or_else(|| no_list(value))
}

/// `value in list` where the schema says that elements are like the value: `self.name in self.names`. `read` reads an element. If an element
/// is something else, `otherwise` decides.
#[inline]
pub fn contains<'a, T: Equal + Copy>(
    value: T,
    list: List<'a>,
    read: impl Fn(Json<'a>) -> Option<T>,
    otherwise: impl FnOnce() -> Verdict<'a>,
) -> Verdict<'a> {
    for element in list {
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
pub fn has_key<'a>(
    key: &'a str,
    map: Map<'a>,
    matches: impl Fn(Json<'a>) -> bool,
    otherwise: impl FnOnce() -> Verdict<'a>,
) -> Verdict<'a> {
    match map.value(key) {
        Some(value) if !matches(value) => otherwise(),
        found => Ok(found.is_some()),
    }
}

/// `x-kubernetes-int-or-string`
#[inline]
pub fn int_or_string<'a>(_arena: &'a Arena, value: Json<'a>) -> Outcome<'a, Value<'a>> {
    crate::value::int_or_string(value)
}

/// A value without a type.
#[inline]
pub fn preserved<'a>(_arena: &'a Arena, value: Json<'a>) -> Outcome<'a, Value<'a>> {
    if value.is_null() { Err(EvalError::Text(NULL)) } else { Ok(Value::Preserved(Preserved::Json(value))) }
}

/// `type: boolean`
#[inline]
pub fn bool<'a>(arena: &'a Arena, value: Json<'_>) -> Outcome<'a, bool> {
    if let Json::Bool(value) = value { Ok(value) } else { Err(unexpected(arena, "bool", value)) }
}

/// `type: integer`. To the server a number with a fraction or beyond 64 bits is a float and no integer.
#[inline]
pub fn int<'a>(arena: &'a Arena, value: Json<'_>) -> Outcome<'a, i64> {
    value.as_i64().ok_or_else(|| unexpected(arena, "int", value))
}

/// `type: number`
#[inline]
pub fn double<'a>(arena: &'a Arena, value: Json<'_>) -> Outcome<'a, f64> {
    value.as_f64().ok_or_else(|| unexpected(arena, "float", value))
}

/// `type: string`
#[inline]
pub fn text<'a>(arena: &'a Arena, value: Json<'a>) -> Outcome<'a, &'a str> {
    value.as_str().ok_or_else(|| no_text(arena, value))
}

/// `type: string` of format `byte`
#[inline]
pub fn bytes<'a>(arena: &'a Arena, value: Json<'a>) -> Outcome<'a, &'a [u8]> {
    formatted::bytes(arena, text(arena, value)?)
}

/// `type: string` of format `duration`
#[inline]
pub fn duration<'a>(arena: &'a Arena, value: Json<'a>) -> Outcome<'a, Duration> {
    formatted::duration(arena, text(arena, value)?)
}

/// `type: string` of format `date`
#[inline]
pub fn date<'a>(arena: &'a Arena, value: Json<'a>) -> Outcome<'a, Timestamp> {
    formatted::date(arena, text(arena, value)?)
}

/// `type: string` of format `date-time`
#[inline]
pub fn date_time<'a>(arena: &'a Arena, value: Json<'a>) -> Outcome<'a, Timestamp> {
    formatted::date_time(arena, text(arena, value)?)
}

/// The error for a value that must be a text.
#[cold]
#[inline]
pub(crate) fn no_text<'a>(arena: &'a Arena, value: Json<'_>) -> EvalError<'a> {
    unexpected(arena, "string", value)
}

/// The error for a value that must be an object or a map.
#[cold]
#[inline]
pub(crate) fn no_object<'a>(value: Json<'_>) -> EvalError<'a> {
    unless_null(value, "invalid data, expected a map for the provided schema with type=object")
}

/// The error for a value that must be a list.
#[cold]
#[inline]
pub(crate) fn no_list<'a>(value: Json<'_>) -> EvalError<'a> {
    unless_null(value, "invalid data, expected an array for the provided schema with type=array")
}

#[cold]
#[inline]
fn unexpected<'a>(arena: &'a Arena, expected: &str, value: Json<'_>) -> EvalError<'a> {
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
fn unless_null<'a>(value: Json<'_>, text: &'static str) -> EvalError<'a> {
    EvalError::Text(if value.is_null() { NULL } else { text })
}

pub(crate) const NULL: &str = "invalid data, got null for schema with nullable=false";

/// The type that Go's decoder gives a value.
#[inline]
fn go_type(value: Json<'_>) -> &'static str {
    match value {
        Json::Null => "<nil>",
        Json::Bool(_) => "bool",
        Json::Int(_) => "int64",
        Json::Float(_) => "float64",
        Json::String(_) => "string",
        Json::Array(_) => "[]interface {}",
        Json::Object(_) => "map[string]interface {}",
    }
}
