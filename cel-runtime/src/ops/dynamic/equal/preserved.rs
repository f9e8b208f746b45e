//! Values of objects at properties without a type (k8s: `cel/common/values.go`, `unknownPreserved`).

use crate::{
    eval_error::EvalError,
    json::{AnyEntries, AnyJson, Content, Entries},
    ops::{CelList, CelMap, equality::Equal, ops::Outcome},
    value::{ListType, Preserved, Value},
    work::{self, Steps},
};
use cel_types::TypeName;

/// `left == right` as Go compares the underlying values. Lists and maps that a rule builds have other Go types.
#[inline]
pub(super) fn equal<'a>(left: Preserved<'a>, right: Value<'a>) -> bool {
    left.read(|left| equal_json(left, right))
}

#[inline]
fn equal_json(left: AnyJson<'_>, right: Value<'_>) -> bool {
    match (left.content(), right) {
        (_, Value::Preserved(right)) => right.read(|right| are_equal(left, right)),
        (Content::Bool(left), Value::Bool(right)) => left == right,
        (Content::String(left), Value::String(right)) => left.equal(right),
        (Content::Int(left), Value::Int(right)) => left == right,
        (Content::Float(left), Value::Double(right)) => left == right,
        (Content::Array(left), Value::List(right)) if right.list_type != ListType::Literal => {
            left.length() == right.elements.length()
                && work::admits_parts(left.length(), Steps::Loose)
                && left.elements().zip(right.elements.elements()).all(|(left, right)| equal_json(left, right))
        }
        (Content::Object(left), Value::Map(right)) if right.is_native => {
            if let Some(right) = right.json() {
                return left.length() == right.names().count()
                    && left.entries().all(|(name, left)| right.raw(name) == Some(left));
            }
            let is_same = |(key, right): &(Value<'_>, Value<'_>)| {
                let left = if let Value::String(key) = key { left.get(key) } else { None };
                left.is_some_and(|left| equal_json(left, *right))
            };
            left.length() == right.entries.length()
                && right.present().iter().filter(|entry| is_same(entry)).count() == left.length()
        }
        _ => false,
    }
}

/// Deep equality of the values as Go decodes them: `1` and `1.0` differ, and whole numbers beyond 64 bits are floats.
#[inline]
pub(crate) fn are_equal(left: AnyJson<'_>, right: AnyJson<'_>) -> bool {
    match (left.content(), right.content()) {
        (Content::Array(left), Content::Array(right)) => {
            left.length() == right.length()
                && work::admits_parts(left.length(), Steps::Loose)
                && left.elements().zip(right.elements()).all(|(left, right)| are_equal(left, right))
        }
        (Content::Object(left), Content::Object(right)) => {
            left.length() == right.length()
                && work::admits_parts(left.length(), Steps::Entry)
                && are_equal_entries(left, right)
        }
        (Content::String(left), Content::String(right)) => left.equal(right),
        (left, right) => left == right,
    }
}

/// Equal maps have the same keys in the same order. Otherwise each key is looked up.
#[inline]
fn are_equal_entries(left: AnyEntries<'_>, right: AnyEntries<'_>) -> bool {
    left.entries().zip(right.entries()).all(|((name, left), (other, right_here))| {
        let right = match name == other {
            true => Some(right_here),
            false if work::admits_parts(1, Steps::Lookup) => right.get(name),
            false => None,
        };
        right.is_some_and(|right| are_equal(left, right))
    })
}

/// `type(value)` for rules in which such values occur. They have no type.
///
/// # Errors
/// If the value is such a value.
#[inline]
pub fn type_of(value: Value<'_>) -> Outcome<'_, TypeName> {
    match value {
        Value::Preserved(_) => Err(EvalError::Text(
            "type conversion to 'type' not supported for values preserved by x-kubernetes-preserve-unknown-fields",
        )),
        value => Ok(value.type_name()),
    }
}
