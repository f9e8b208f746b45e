//! Properties whose schema has no type, or is a list or a map of values without one. Rules cannot read them, and `self == oldSelf` compares
//! them (k8s: `cel/common/values.go`).

use super::all_equal;
use crate::{
    eval_error::EvalError,
    json::{AnyJson, Json, NULL},
    outcome::Verdict,
    value::MapValue,
};

/// Compares the values of a key that rules cannot see, as JSON. For a property without a type null is like absent. If no schema describes
/// the key and the right object lacks it, the left value does not matter.
#[inline]
pub(super) fn equal_unseen<'a>(
    object: MapValue<'_>,
    name: &str,
    left: AnyJson<'_>,
    right: Option<AnyJson<'_>>,
) -> Verdict<'a> {
    if !object.is_untyped(name) {
        return Ok(right.is_none_or(|right| left == right));
    }
    let present = |value: Option<AnyJson<'_>>| value.is_some_and(|value| !value.is_null());
    match right {
        Some(right) if present(Some(left)) && present(Some(right)) => {
            equal(left, right, object.nullable_elements(name))
        }
        right => Ok(present(Some(left)) == present(right)),
    }
}

/// Compares two lists or two maps. `nullable` is as in [`Object::nullable_elements`](crate::ops::object::Object::nullable_elements).
#[inline]
fn equal<'a>(left: AnyJson<'_>, right: AnyJson<'_>, nullable: &[bool]) -> Verdict<'a> {
    let Some((nullable, below)) = nullable.split_first() else { return Ok(left == right) };
    if let (Some(left), Some(right)) = (left.as_array(), right.as_array()) {
        let pairs = left.iter().zip(right.iter()).map(|(l, r)| equal_elements(l, r, *nullable, below));
        return if left.length() == right.length() { all_equal(true, pairs) } else { Ok(false) };
    }
    if let (Some(left), Some(right)) = (left.as_object(), right.as_object()) {
        let pairs = left.iter().map(|(key, l)| match right.get(key) {
            Some(r) => equal_elements(l, r, *nullable, below),
            None => Ok(false),
        });
        return if left.length() == right.length() { all_equal(true, pairs) } else { Ok(false) };
    }
    Ok(left == right)
}

/// Compares two elements. A null on the left is an error unless it is nullable: `[null] == [1]`. So is a null on the right of a list or a
/// map: `[[1]] == [null]`. Beside another value it is unequal: `[1] == [null]` is false.
#[inline]
fn equal_elements<'a>(
    left: AnyJson<'_>,
    right: AnyJson<'_>,
    is_nullable: bool,
    below: &[bool],
) -> Verdict<'a> {
    match (left.is_null(), right.is_null()) {
        (false, false) => equal(left, right, below),
        (true, _) if !is_nullable => Err(EvalError::Text(NULL)),
        (true, is_null) => Ok(is_null),
        (false, true) if below.is_empty() => Ok(false),
        (false, true) if is_nullable => Err(EvalError::NoSuchOverload),
        (false, true) => Err(EvalError::Text(NULL)),
    }
}
