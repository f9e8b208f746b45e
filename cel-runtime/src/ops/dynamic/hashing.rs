//! The server's hash maps: keys of maps, and the constants of `in`.

use super::{exact_int, exact_uint, go_type};
use crate::{
    cost::Cost,
    eval_error::EvalError,
    ops::{
        CelMap,
        map::{self, Map},
        ops::Outcome,
    },
    value::Value,
};

/// The server's panic if a map or a hash set hashes a value of a type that Go cannot hash.
const UNHASHABLE: &str = "runtime error: hash of unhashable type";
/// The same if an entry is removed from a map without entries.
const UNHASHABLE_IN_NOTHING: &str = "hash of unhashable type:";

/// Ends the evaluation if a value cannot be hashed.
#[inline]
fn hashed<'a>(cost: &mut Cost<'a>, value: Value<'a>, panic: &str) -> Outcome<'a, ()> {
    if !matches!(value, Value::Bytes(_) | Value::Semver(_) | Value::NamedFormat(_)) {
        return Ok(());
    }
    let text = bumpalo::format!(in cost.arena(), "internal error: {} {}", panic, go_type(value));
    cost.finish(Err(EvalError::Text(text.into_bump_str())))
}

/// Checks the key of an entry, or a value that is looked up in a hash set.
///
/// # Errors
/// The panic if the value cannot be hashed. No operator absorbs it.
#[inline]
pub fn require_hashable<'a>(cost: &mut Cost<'a>, value: Outcome<'a, Value<'a>>) -> Outcome<'a, ()> {
    value.map_or(Ok(()), |value| hashed(cost, value, UNHASHABLE))
}

/// Checks the key of an optional entry. An absent entry is removed from the map. `before` are the earlier keys, with whether they have
/// values.
///
/// # Errors
/// The panic if the value cannot be a key. No operator absorbs it.
#[inline]
pub fn require_hashable_entry<'a>(
    cost: &mut Cost<'a>,
    key: Value<'a>,
    is_given: bool,
    before: &[(Value<'a>, bool)],
) -> Outcome<'a, ()> {
    let before = before.iter().map(|(key, is_given)| (*key, is_given.then_some(())));
    let is_in_nothing = !is_given && map::present(cost.arena(), before).length() == 0;
    hashed(cost, key, if is_in_nothing { UNHASHABLE_IN_NOTHING } else { UNHASHABLE })
}

/// [`require_hashable`] for a value that is looked up in a container. Only a map that a rule built hashes it.
///
/// # Errors
/// The panic if the value cannot be looked up. No operator absorbs it.
#[inline]
pub fn require_hashable_in<'a>(
    cost: &mut Cost<'a>,
    value: Outcome<'a, Value<'a>>,
    container: Outcome<'a, Value<'a>>,
) -> Outcome<'a, ()> {
    match container {
        Ok(Value::Map(map)) if is_hashed(map.entries) && !map.is_native => require_hashable(cost, value),
        _ => Ok(()),
    }
}

/// True if the lookup hashes: the map is a Go map with keys of any type. The server does not look into an empty map. The keys of a message
/// are strings.
#[inline]
fn is_hashed<'a>(map: Map<'a, Value<'a>, Value<'a>>) -> bool {
    map.length() > 0 && !map.is_message()
}

/// `value in [constants]` in the server's hash set. Each int also stands for its double and its uint, and each uint for its double and its
/// int. A double stands for the int and the uint that are exactly equal. A value finds only entries of its own type.
#[inline]
pub fn in_set(value: Value<'_>, constants: &[Value<'_>]) -> bool {
    constants.iter().any(|constant| stands_for(*constant, value))
}

#[expect(clippy::cast_precision_loss, reason = "so does the server")]
#[expect(clippy::float_cmp, reason = "exactly the number")]
#[inline]
fn stands_for(constant: Value<'_>, value: Value<'_>) -> bool {
    match (constant, value) {
        (Value::Bool(constant), Value::Bool(value)) => constant == value,
        (Value::String(constant), Value::String(value)) => constant == value,
        (Value::Int(constant), Value::Int(value)) => constant == value,
        (Value::Int(constant), Value::Uint(value)) => u64::try_from(constant) == Ok(value),
        (Value::Int(constant), Value::Double(value)) => constant as f64 == value,
        (Value::Uint(constant), Value::Uint(value)) => constant == value,
        (Value::Uint(constant), Value::Int(value)) => i64::try_from(constant) == Ok(value),
        (Value::Uint(constant), Value::Double(value)) => constant as f64 == value,
        (Value::Double(constant), Value::Double(value)) => constant == value,
        (Value::Double(constant), Value::Int(value)) => exact_int(constant) == Some(value),
        (Value::Double(constant), Value::Uint(value)) => exact_uint(constant) == Some(value),
        _ => false,
    }
}
