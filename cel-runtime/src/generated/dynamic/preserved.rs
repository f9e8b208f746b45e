//! Values of objects at properties without a type (k8s: `cel/common/values.go`, `unknownPreserved`).

use crate::{
    cost::Arena,
    eval_error::EvalError,
    generated::{CelList, CelMap, equality::Equal, object::AsObject, ops::Outcome},
    json::Json,
    value::{ListType, Value},
    work::{self, Steps},
};
use cel_types::TypeName;
use serde_json::Map;
use std::{borrow::Cow, fmt};

/// Such a value.
#[derive(Clone, Copy)]
pub enum Preserved<'a> {
    /// Of an object that is JSON.
    Json(&'a Json),
    /// A string of a struct.
    Text(&'a str),
    /// Anything else of a struct.
    Held(&'a dyn Held),
}

/// A property of a struct that has no type.
pub trait Held {
    /// The value as serde writes it.
    fn json(&self) -> Cow<'_, Json>;
}

struct Untyped<'a, O> {
    object: O,
    name: &'a str,
}

impl<O: AsObject> Held for Untyped<'_, O> {
    /// Written as often as it is looked at.
    fn json(&self) -> Cow<'_, Json> {
        if work::is_over() {
            return Cow::Owned(Json::Null);
        }
        let mut unknown = self.object.unknown();
        let weight = unknown.values().map(work::weight).fold(0, usize::saturating_add);
        let is_admitted = work::admits(weight);
        Cow::Owned(unknown.remove(self.name).filter(|_| is_admitted).unwrap_or_default())
    }
}

impl<'a> Preserved<'a> {
    /// The property of a struct, unless it is absent or null.
    pub(crate) fn of(object: impl AsObject + 'a, name: &str, arena: &'a Arena) -> Option<Self> {
        match object.unknown().remove(name)? {
            Json::Null => None,
            Json::String(text) => Some(Preserved::Text(arena.alloc_str(&text))),
            _ => Some(Preserved::Held(arena.alloc(Untyped { object, name: arena.alloc_str(name) }))),
        }
    }

    /// The kind.
    pub(super) fn json(self) -> Cow<'a, Json> {
        match self {
            Preserved::Json(json) => Cow::Borrowed(json),
            Preserved::Text(text) => Cow::Owned(text.into()),
            Preserved::Held(held) => held.json(),
        }
    }

    /// The value as a string.
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Preserved::Json(json) => json.as_str(),
            Preserved::Text(text) => Some(text),
            Preserved::Held(_) => None,
        }
    }
}

impl fmt::Display for Preserved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

/// `left == right`: as Go compares what both are made of. Lists and maps that a rule builds are made of something else.
pub(super) fn equal<'a>(left: Preserved<'a>, right: Value<'a>) -> bool {
    equal_json(&left.json(), right)
}

fn equal_json(left: &Json, right: Value<'_>) -> bool {
    match (left, right) {
        (left, Value::Preserved(right)) => are_equal(left, &right.json()),
        (Json::Bool(left), Value::Bool(right)) => *left == right,
        (Json::String(left), Value::String(right)) => left.as_str().equal(right),
        (Json::Number(left), Value::Int(right)) => left.as_i64() == Some(right),
        (Json::Number(left), Value::Double(right)) => !left.is_i64() && left.as_f64() == Some(right),
        (Json::Array(left), Value::List(right)) if right.list_type != ListType::Literal => {
            left.len() == right.elements.length()
                && work::admits_parts(left.len(), Steps::Loose)
                && left.iter().zip(right.elements.elements()).all(|(left, right)| equal_json(left, right))
        }
        (Json::Object(left), Value::Map(right)) if right.is_native => {
            if let Some(right) = right.json() {
                return left.len() == right.names().count()
                    && left.iter().all(|(name, left)| right.raw(name) == Some(left));
            }
            let is_same = |(key, right): &(Value<'_>, Value<'_>)| {
                let left = if let Value::String(key) = key { left.get(*key) } else { None };
                left.is_some_and(|left| equal_json(left, *right))
            };
            left.len() == right.entries.length()
                && right.present().iter().filter(|entry| is_same(entry)).count() == left.len()
        }
        _ => false,
    }
}

/// Deep equality as Go decodes the values: `1` and `1.0` differ, and numbers beyond 64 bits are floats.
pub(crate) fn are_equal(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => {
            left.as_i64() == right.as_i64() && (left.is_i64() || left.as_f64() == right.as_f64())
        }
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len()
                && work::admits_parts(left.len(), Steps::Loose)
                && left.iter().zip(right).all(|(left, right)| are_equal(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && work::admits_parts(left.len(), Steps::Entry)
                && are_equal_entries(left, right)
        }
        (Json::String(left), Json::String(right)) => left.as_str().equal(right),
        _ => left == right,
    }
}

/// Equal maps have their keys in the same order. Where they do not, a key is searched.
fn are_equal_entries(left: &Map<String, Json>, right: &Map<String, Json>) -> bool {
    left.iter().zip(right).all(|((name, left), (other, right_here))| {
        let right = match name == other {
            true => Some(right_here),
            false if work::admits_parts(1, Steps::Lookup) => right.get(name),
            false => None,
        };
        right.is_some_and(|right| are_equal(left, right))
    })
}

/// `type(value)` where there are such values, which have none.
///
/// # Errors
/// For them.
pub fn type_of(value: Value<'_>) -> Outcome<'_, TypeName> {
    match value {
        Value::Preserved(_) => Err(EvalError::Text(
            "type conversion to 'type' not supported for values preserved by x-kubernetes-preserve-unknown-fields",
        )),
        value => Ok(value.type_name()),
    }
}
