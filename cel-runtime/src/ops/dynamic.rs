//! Operators over values whose type is known only at run time (cel-go: the traits of `common/types`).
//!
//! `no such overload` has three texts here. `no such overload: _+_` says that the left value lacks the operator. The text without a name
//! says that the right value does not fit, or that the value is an operand of `in`, `!`, `&&`, `||` or a condition.
//! `no such overload: f(T1, T2)` comes from functions with several overloads.

mod equal;
mod go_types;
mod hashing;
mod lists;
mod parts;
mod steps;

pub(crate) use equal::are_equal;
pub use equal::type_of;
pub use equal::{contains, equal, equality, not_equal};
pub use go_types::go_type;
pub use hashing::*;
pub use lists::*;
pub use parts::*;
pub use steps::*;

use equal::concat;

use super::{
    CelList, CelMap,
    list::List,
    map::{self, Builder, Key, Map},
    ops::{self, Outcome},
};
use crate::{
    cost::{Arena, Cost},
    eval_error::EvalError,
    outcome::Verdict,
    value::{ListType, ListValue, Value, exact_int, exact_uint},
};
use cel_types::Operator;
use std::cmp::Ordering;

/// `no such overload: function(T1, T2)`
#[cold]
#[inline]
pub fn no_such_overload<'a>(arena: &'a Arena, function: &str, arguments: &[Value<'a>]) -> EvalError<'a> {
    let mut text = bumpalo::collections::String::new_in(arena);
    text.push_str(function);
    for (i, argument) in arguments.iter().enumerate() {
        text.push_str(if i == 0 { "(" } else { ", " });
        text.push_str(argument.type_name().as_str());
    }
    text.push(')');
    EvalError::NoSuchOverloadOf(text.into_bump_str())
}

/// The error of an operator. The type of the left value lacks the operator, or, if `able`, the right value does not fit.
#[inline]
fn mismatch<'a>(able: bool, operator: &'static str) -> EvalError<'a> {
    if able { EvalError::NoSuchOverload } else { EvalError::NoSuchOverloadOf(operator) }
}

/// A condition.
#[inline]
pub fn condition(value: Value<'_>) -> Verdict<'_> {
    match value {
        Value::Bool(value) => Ok(value),
        Value::Error(error) => Err(error),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// The verdict of a rule. Every value except `true` is a violation.
#[inline]
pub fn verdict(value: Value<'_>) -> bool {
    matches!(value, Value::Bool(true))
}

/// The text of a message expression. Any other type is an error.
#[inline]
pub fn message(value: Value<'_>) -> Outcome<'_, &str> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// `!value`
#[inline]
pub fn not(value: Value<'_>) -> Verdict<'_> {
    condition(value).map(|value| !value)
}

/// `left + right`
#[inline]
pub fn add<'a>(arena: &'a Arena, left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Error(error), _) | (_, Value::Error(error)) => Err(error),
        (Value::Int(left), Value::Int(right)) => ops::add_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::add_uint(left, right).map(Value::Uint),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left + right)),
        (Value::String(left), Value::String(right)) => {
            Ok(Value::String(ops::concat_strings(arena, left, right)))
        }
        (Value::Bytes(left), Value::Bytes(right)) => Ok(Value::Bytes(ops::concat_bytes(arena, left, right))),
        (Value::List(left), Value::List(right)) => concat(arena, left, right),
        (Value::Duration(left), Value::Duration(right)) => {
            ops::add_durations(left, right).map(Value::Duration)
        }
        (Value::Timestamp(left), Value::Duration(right))
        | (Value::Duration(right), Value::Timestamp(left)) => {
            ops::add_to_timestamp(left, right).map(Value::Timestamp)
        }
        (left, _) => Err(mismatch(
            is_number(left)
                || matches!(
                    left,
                    Value::String(_)
                        | Value::Bytes(_)
                        | Value::List(_)
                        | Value::Duration(_)
                        | Value::Timestamp(_)
                ),
            Operator::Add.name(),
        )),
    }
}

/// `left - right`
#[inline]
pub fn subtract<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::subtract_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::subtract_uint(left, right).map(Value::Uint),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left - right)),
        (Value::Duration(left), Value::Duration(right)) => {
            ops::subtract_durations(left, right).map(Value::Duration)
        }
        (Value::Timestamp(left), Value::Duration(right)) => {
            ops::subtract_from_timestamp(left, right).map(Value::Timestamp)
        }
        (Value::Timestamp(left), Value::Timestamp(right)) => {
            ops::between_timestamps(left, right).map(Value::Duration)
        }
        (left, _) => Err(mismatch(is_number(left) || is_receiver(left), Operator::Subtract.name())),
    }
}

/// `left * right`
#[inline]
pub fn multiply<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::multiply_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::multiply_uint(left, right).map(Value::Uint),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left * right)),
        (left, _) => Err(mismatch(is_number(left) || is_receiver(left), Operator::Multiply.name())),
    }
}

/// `left / right`
#[inline]
pub fn divide<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::divide_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::divide_uint(left, right).map(Value::Uint),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left / right)),
        (left, _) => Err(mismatch(is_number(left) || is_receiver(left), Operator::Divide.name())),
    }
}

/// `left % right`
#[inline]
pub fn modulo<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::modulo_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::modulo_uint(left, right).map(Value::Uint),
        (left, _) => Err(mismatch(
            matches!(left, Value::Int(_) | Value::Uint(_)) || is_receiver(left),
            Operator::Modulo.name(),
        )),
    }
}

/// `-value`
#[inline]
pub fn negate(value: Value<'_>) -> Outcome<'_, Value<'_>> {
    match value {
        Value::Int(value) => ops::negate_int(value).map(Value::Int),
        Value::Double(value) => Ok(Value::Double(-value)),
        Value::Duration(value) => value.checked_neg().map(Value::Duration).ok_or(EvalError::IntegerOverflow),
        value => Err(mismatch(
            matches!(value, Value::Bool(_) | Value::String(_) | Value::Timestamp(_)),
            Operator::Negate.name(),
        )),
    }
}

#[inline]
fn is_number(value: Value<'_>) -> bool {
    matches!(value, Value::Int(_) | Value::Uint(_) | Value::Double(_))
}

/// Types that receive the call of any function in cel-go (`traits.Receiver`), and then find no overload.
#[inline]
fn is_receiver(value: Value<'_>) -> bool {
    matches!(value, Value::String(_) | Value::Timestamp(_) | Value::Duration(_))
}

/// Comparison for the operator with this name.
#[inline]
pub fn order<'a>(left: Value<'a>, right: Value<'a>, operator: &'static str) -> Outcome<'a, Ordering> {
    match (left, right) {
        (Value::Error(error), _) | (_, Value::Error(error)) => Err(error),
        (Value::Bool(left), Value::Bool(right)) => Ok(left.cmp(&right)),
        (Value::String(left), Value::String(right)) => Ok(left.cmp(right)),
        (Value::Bytes(left), Value::Bytes(right)) => Ok(left.cmp(right)),
        (Value::Timestamp(left), Value::Timestamp(right)) => Ok(left.cmp(&right)),
        (Value::Duration(left), Value::Duration(right)) => Ok(left.cmp(&right)),
        (left, right) if is_number(left) && is_number(right) => order_numbers(left, right),
        (Value::Double(left), _) if left.is_nan() => Err(EvalError::NanNotOrdered),
        (left, _) => Err(mismatch(
            is_number(left) || is_receiver(left) || matches!(left, Value::Bool(_) | Value::Bytes(_)),
            operator,
        )),
    }
}

#[inline]
fn order_numbers<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Ordering> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(left.cmp(&right)),
        (Value::Uint(left), Value::Uint(right)) => Ok(left.cmp(&right)),
        (Value::Double(left), Value::Double(right)) => ops::order_doubles(left, right),
        (Value::Int(left), Value::Uint(right)) => Ok(ops::order_int_uint(left, right)),
        (Value::Uint(left), Value::Int(right)) => Ok(ops::order_int_uint(right, left).reverse()),
        (Value::Int(left), Value::Double(right)) => ops::order_int_double(left, right),
        (Value::Double(left), Value::Int(right)) => ops::order_int_double(right, left).map(Ordering::reverse),
        (Value::Uint(left), Value::Double(right)) => ops::order_uint_double(left, right),
        (Value::Double(left), Value::Uint(right)) => {
            ops::order_uint_double(right, left).map(Ordering::reverse)
        }
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// A list or a map of an object.
#[inline]
fn is_native(value: Value<'_>) -> bool {
    match value {
        Value::List(list) => list.list_type != ListType::Literal,
        Value::Map(map) => map.is_native,
        _ => false,
    }
}

/// True for a list that a rule builds, even from an object's elements.
#[inline]
fn is_built(list: ListValue<'_>) -> bool {
    list.list_type == ListType::Literal
        || match list.elements {
            List::Slice(_) => true,
            List::Shared(shared) => shared.is_picked(),
        }
}

/// True for a value of a Kubernetes library. Such values are compared by their own types.
#[inline]
pub(crate) fn is_of_library(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Quantity(_)
            | Value::Semver(_)
            | Value::NamedFormat(_)
            | Value::Url(_)
            | Value::Ip(_)
            | Value::Cidr(_)
    )
}

/// The charge of `value.validate(text)`; 1 if the value is no format.
#[inline]
pub fn validation<'a>(value: Outcome<'a, Value<'a>>, text: u64) -> u64 {
    match value {
        Ok(Value::NamedFormat(format)) => format.cost(text),
        _ => 1,
    }
}

/// The value of a key, or of a key of another type with the same number.
#[inline]
fn find<'a>(map: Map<'a, Value<'a>, Value<'a>>, key: Value<'a>) -> Option<Value<'a>> {
    map.value(key).or_else(|| key.twins().into_iter().flatten().find_map(|twin| map.value(twin)))
}

/// `size(value)`
#[inline]
pub fn size(value: Value<'_>) -> Outcome<'_, i64> {
    match value {
        Value::String(text) => Ok(ops::size_of_string(text)),
        Value::Bytes(bytes) => Ok(ops::size_of(bytes.len())),
        Value::List(list) => Ok(ops::size_of(list.elements.length())),
        Value::Map(map) => Ok(ops::size_of(map.entries.length())),
        value => Err(mismatch(is_receiver(value), "size")),
    }
}

/// A round of `transformMap` with a key of any type.
///
/// # Errors
/// The panic if the value cannot be a key. No operator absorbs it.
pub fn insert<'a, V: Copy + 'a>(
    cost: &mut Cost<'a>,
    map: &mut Outcome<'a, Builder<Value<'a>, V>>,
    key: Value<'a>,
    value: Outcome<'a, V>,
) -> Outcome<'a, ()> {
    if value.is_ok() {
        require_hashable(cost, Ok(key))?;
    }
    map::insert(cost.arena(), map, key, value);
    Ok(())
}

/// A round of `transformMapEntry` with a map whose type is known only at run time.
#[inline]
pub fn insert_all<'a>(
    arena: &'a Arena,
    map: &mut Outcome<'a, Builder<Value<'a>, Value<'a>>>,
    entries: Outcome<'a, Value<'a>>,
) {
    if map.is_err() {
        return;
    }
    let entries = entries.and_then(|entries| match entries {
        Value::Map(entries) if entries.entries.entries().any(|(key, _)| !key.is_found()) => {
            Ok(with_errors(arena, entries.entries))
        }
        Value::Map(entries) => Ok(entries.entries),
        other => {
            let text = bumpalo::format!(in arena, "cel.@mapInsert(map, {})", other.type_name());
            Err(EvalError::NoSuchOverloadOf(text.into_bump_str()))
        }
    });
    map::insert_all(arena, map, entries);
}

/// A map in which each value is the result of looking up its key.
#[inline]
fn with_errors<'a>(
    arena: &'a Arena,
    entries: Map<'a, Value<'a>, Value<'a>>,
) -> Map<'a, Value<'a>, Value<'a>> {
    let found = |(key, value): (Value<'a>, Value<'a>)| match key.is_found() {
        true => (key, value),
        false => (key, Value::Error(key.missing())),
    };
    map::of(arena, entries.entries().map(found))
}

/// `value.contains(part)`, `startsWith`, `endsWith`: only for strings.
#[inline]
pub fn text<'a>(value: Value<'a>, part: Value<'a>, test: fn(&str, &str) -> bool) -> Verdict<'a> {
    match (value, part) {
        (Value::String(text), Value::String(part)) => Ok(test(text, part)),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// The text that a constant pattern searches: a string, the name of a type, or the content of an optional.
#[inline]
pub fn searched<'a>(value: Value<'a>) -> Outcome<'a, &'a str> {
    match value {
        Value::String(text) => Ok(text),
        Value::Preserved(value) => value.text().ok_or(EvalError::NoSuchOverload),
        Value::Type(name) => Ok(name.as_str()),
        Value::Optional(Some(content)) => searched(*content),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// The maximal number of results.
#[inline]
pub fn limit(value: Value<'_>) -> Outcome<'_, i64> {
    match value {
        Value::Int(limit) => Ok(limit),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// `value.matches(pattern)`
#[cfg(feature = "regex")]
#[inline]
pub fn matches<'a>(arena: &'a Arena, value: Value<'a>, pattern: Value<'a>) -> Verdict<'a> {
    match (value, pattern) {
        (Value::String(text), Value::String(pattern)) => crate::library::regex::matches(arena, text, pattern),
        (value, _) => Err(mismatch(is_receiver(value), "matches")),
    }
}

#[cfg(not(feature = "regex"))]
pub use super::without_regex::matches;

/// `value.hasValue()`
#[inline]
pub fn has_value<'a>(arena: &'a Arena, value: Value<'a>) -> Verdict<'a> {
    match value {
        Value::Optional(content) => Ok(content.is_some()),
        value => Err(no_such_overload(arena, "hasValue", &[value])),
    }
}

/// `value.value()`
#[inline]
pub fn value<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    match value {
        Value::Optional(content) => content.copied().ok_or(EvalError::NoneDereferenced),
        value => Err(no_such_overload(arena, "value", &[value])),
    }
}

/// The optional before `or` and `orValue`.
#[inline]
pub fn as_optional(value: Value<'_>) -> Outcome<'_, Option<Value<'_>>> {
    match value {
        Value::Optional(content) => Ok(content.copied()),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// The test of `optional.ofNonZeroValue`.
#[inline]
pub fn is_zero(value: Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::Message(message) => message.is_zero(),
        Value::Bool(value) => !value,
        Value::Int(value) => value == 0,
        Value::Uint(value) => value == 0,
        Value::Double(value) => value == 0.0,
        Value::String(value) => value.is_empty(),
        Value::Bytes(value) => value.is_empty(),
        Value::List(list) => list.list_type == ListType::Literal && list.elements.is_zero(),
        Value::Map(map) => map.entries.is_zero(),
        Value::Duration(value) => value.nanos() == 0,
        Value::Timestamp(value) => value.seconds() == YEAR_ONE && value.nanos() == 0,
        Value::Type(_) | Value::Optional(_) | Value::Preserved(_) | Value::Error(_) => false,
        Value::Url(_) | Value::Ip(_) | Value::Cidr(_) => false,
        Value::Quantity(_) | Value::Semver(_) | Value::NamedFormat(_) => false,
    }
}

/// 0001-01-01T00:00:00Z in seconds since 1970: Go's zero time.
const YEAR_ONE: i64 = -62_135_596_800;
