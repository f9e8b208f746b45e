//! What the server keeps in hash maps: keys of maps, and the constants of `in`.

use super::{exact_int, exact_uint};
use crate::{
    cost::Cost,
    eval_error::EvalError,
    generated::{CelMap, ops::Outcome},
    value::Value,
};

/// What the server panics with over a value that its maps and hash sets cannot look up.
fn unhashable<'a>(value: Value<'a>) -> Option<EvalError<'a>> {
    let text = match value {
        Value::Bytes(_) => "internal error: runtime error: hash of unhashable type types.Bytes",
        Value::Semver(_) => "internal error: runtime error: hash of unhashable type cel.Semver",
        Value::NamedFormat(_) => "internal error: runtime error: hash of unhashable type cel.Format",
        _ => return None,
    };
    Some(EvalError::Text(text))
}

/// The key of an entry, or a value to be looked up in a hash set.
///
/// # Errors
/// The panic if it cannot be one; nothing absorbs that.
pub fn require_hashable<'a>(cost: &mut Cost<'a>, value: Outcome<'a, Value<'a>>) -> Outcome<'a, ()> {
    match value.ok().and_then(unhashable) {
        Some(panic) => cost.finish(Err(panic)),
        None => Ok(()),
    }
}

/// The same for a value that is looked up in a container: only a map that a rule built hashes it.
///
/// # Errors
/// The panic if it cannot be looked up; nothing absorbs that.
pub fn require_hashable_in<'a>(
    cost: &mut Cost<'a>,
    value: Outcome<'a, Value<'a>>,
    container: Outcome<'a, Value<'a>>,
) -> Outcome<'a, ()> {
    match container {
        Ok(Value::Map(map)) if !map.is_native && map.entries.length() > 0 => require_hashable(cost, value),
        _ => Ok(()),
    }
}

/// `value in [constants]` as the server's hash set: each int also stands for its double and its uint, each uint for its double
/// and its int, each double for the int and uint that are exactly it; what is found is of the value's own type.
pub fn in_set(value: Value<'_>, constants: &[Value<'_>]) -> bool {
    constants.iter().any(|constant| stands_for(*constant, value))
}

#[expect(clippy::cast_precision_loss, reason = "so does the server")]
#[expect(clippy::float_cmp, reason = "exactly the number")]
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
