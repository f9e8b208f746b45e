//! Operators over values whose type is known only at run time (cel-go: the traits of `common/types`).
//!
//! Three texts of `no such overload` come from here: `no such overload: _+_` where the left value lacks the operator, the bare
//! one where the right value does not fit it or where the value takes part in `in`, `!`, `&&`, `||` or a condition; and
//! `no such overload: f(T1, T2)` from functions that are chosen among their overloads.

mod lists;

pub use lists::*;

use super::{
    CelList, CelMap,
    equality::{self, Equal},
    list::List,
    map::{Key, Map},
    ops::{self, Outcome},
};
use crate::{
    cost::{Arena, Cost},
    eval_error::EvalError,
    node::Verdict,
    value::{ListType, ListValue, MapValue, Value},
};
use cel_types::TypeName;
use std::cmp::Ordering;

/// `no such overload: function(T1, T2)`
#[cold]
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

/// What an operator gives for values that its trait does not join: the left value's type lacks the operator, or the right one
/// does not fit.
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

/// The value of a rule: whatever is not `true` is a violation.
pub fn verdict(value: Value<'_>) -> bool {
    matches!(value, Value::Bool(true))
}

/// `!value`
pub fn not(value: Value<'_>) -> Verdict<'_> {
    condition(value).map(|value| !value)
}

/// `left + right`
pub fn add<'a>(arena: &'a Arena, left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::add_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::add_uint(left, right).map(Value::Uint),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left + right)),
        (Value::String(left), Value::String(right)) => {
            Ok(Value::String(ops::concat_strings(arena, left, right)))
        }
        (Value::Bytes(left), Value::Bytes(right)) => Ok(Value::Bytes(ops::concat_bytes(arena, left, right))),
        (Value::List(left), Value::List(right)) => Ok(concat(arena, left, right)),
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
            "_+_",
        )),
    }
}

/// A set stays a set: only elements that it lacks are appended.
fn concat<'a>(arena: &'a Arena, left: ListValue<'a>, right: ListValue<'a>) -> Value<'a> {
    let elements = match left.list_type {
        ListType::Atomic => super::list::concat(arena, left.elements, right.elements),
        ListType::Set => {
            let mut union: Vec<Value<'a>> = left.elements.elements().collect();
            for element in right.elements.elements() {
                if !union.iter().any(|known| matches!(equal(element, *known), Ok(true))) {
                    union.push(element);
                }
            }
            List::Slice(arena.alloc_slice_copy(&union))
        }
    };
    Value::List(ListValue { elements, list_type: left.list_type })
}

/// `left - right`
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
        (left, _) => Err(mismatch(is_number(left) || is_receiver(left), "_-_")),
    }
}

/// `left * right`
pub fn multiply<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::multiply_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::multiply_uint(left, right).map(Value::Uint),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left * right)),
        (left, _) => Err(mismatch(is_number(left) || is_receiver(left), "_*_")),
    }
}

/// `left / right`
pub fn divide<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::divide_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::divide_uint(left, right).map(Value::Uint),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left / right)),
        (left, _) => Err(mismatch(is_number(left) || is_receiver(left), "_/_")),
    }
}

/// `left % right`
pub fn modulo<'a>(left: Value<'a>, right: Value<'a>) -> Outcome<'a, Value<'a>> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => ops::modulo_int(left, right).map(Value::Int),
        (Value::Uint(left), Value::Uint(right)) => ops::modulo_uint(left, right).map(Value::Uint),
        (left, _) => {
            Err(mismatch(matches!(left, Value::Int(_) | Value::Uint(_)) || is_receiver(left), "_%_"))
        }
    }
}

/// `-value`
pub fn negate(value: Value<'_>) -> Outcome<'_, Value<'_>> {
    match value {
        Value::Int(value) => ops::negate_int(value).map(Value::Int),
        Value::Double(value) => Ok(Value::Double(-value)),
        Value::Duration(value) => value.checked_neg().map(Value::Duration).ok_or(EvalError::IntegerOverflow),
        value => {
            Err(mismatch(matches!(value, Value::Bool(_) | Value::String(_) | Value::Timestamp(_)), "-_"))
        }
    }
}

fn is_number(value: Value<'_>) -> bool {
    matches!(value, Value::Int(_) | Value::Uint(_) | Value::Double(_))
}

/// Values that are asked for any function, and then know none that fits.
fn is_receiver(value: Value<'_>) -> bool {
    matches!(value, Value::String(_) | Value::Timestamp(_) | Value::Duration(_))
}

/// Comparison, for the operator of that name.
pub fn order<'a>(left: Value<'a>, right: Value<'a>, operator: &'static str) -> Outcome<'a, Ordering> {
    match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => Ok(left.cmp(&right)),
        (Value::String(left), Value::String(right)) => Ok(left.cmp(right)),
        (Value::Bytes(left), Value::Bytes(right)) => Ok(left.cmp(right)),
        (Value::Timestamp(left), Value::Timestamp(right)) => Ok(left.cmp(&right)),
        (Value::Duration(left), Value::Duration(right)) => Ok(left.cmp(&right)),
        (left, right) if is_number(left) && is_number(right) => order_numbers(left, right),
        (left, _) => Err(mismatch(
            is_number(left) || is_receiver(left) || matches!(left, Value::Bool(_) | Value::Bytes(_)),
            operator,
        )),
    }
}

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

/// `left == right`: values of different types are not equal, except that those of Kubernetes' libraries are not asked.
pub fn equal<'a>(left: Value<'a>, right: Value<'a>) -> Verdict<'a> {
    Ok(match (left, right) {
        (Value::Error(error), _) | (_, Value::Error(error)) => return Err(error),
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (left, right) if is_number(left) && is_number(right) => {
            order_numbers(left, right).is_ok_and(Ordering::is_eq)
        }
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Bytes(left), Value::Bytes(right)) => left == right,
        (Value::Timestamp(left), Value::Timestamp(right)) => left == right,
        (Value::Duration(left), Value::Duration(right)) => left == right,
        (Value::Type(left), Value::Type(right)) => left == right,
        (Value::Quantity(left), Value::Quantity(right)) => return equality::checked(left, right),
        (Value::Semver(left), Value::Semver(right)) => left.equal(right),
        (Value::NamedFormat(left), Value::NamedFormat(right)) => left == right,
        (Value::Quantity(_) | Value::Semver(_) | Value::NamedFormat(_), _) => {
            return Err(EvalError::NoSuchOverload);
        }
        (Value::List(left), Value::List(right)) => equal_lists(left, right),
        (Value::Map(left), Value::Map(right)) => equal_maps(left.entries, right.entries),
        (Value::Optional(Some(left)), Value::Optional(Some(right))) => return equal(*left, *right),
        (Value::Optional(left), Value::Optional(right)) => left.is_none() && right.is_none(),
        (Value::Url(left), Value::Url(right)) => left == right,
        (Value::Ip(left), Value::Ip(right)) => left == right,
        (Value::Cidr(left), Value::Cidr(right)) => left == right,
        (Value::Url(_) | Value::Ip(_) | Value::Cidr(_), _) => return Err(EvalError::NoSuchOverload),
        _ => false,
    })
}

/// `left != right`: true also where `==` is an error.
pub fn not_equal<'a>(left: Value<'a>, right: Value<'a>) -> bool {
    !matches!(equal(left, right), Ok(true))
}

/// A pair whose comparison fails does not make lists unequal.
fn equal_lists<'a>(left: ListValue<'a>, right: ListValue<'a>) -> bool {
    let (l, r) = (left.elements, right.elements);
    let contains =
        |list: List<'a, Value<'a>>, value| list.elements().any(|e| matches!(equal(value, e), Ok(true)));
    l.length() == r.length()
        && match left.list_type {
            ListType::Atomic => {
                l.elements().zip(r.elements()).all(|(l, r)| !matches!(equal(l, r), Ok(false)))
            }
            ListType::Set => {
                l.elements().all(|value| contains(r, value)) && r.elements().all(|value| contains(l, value))
            }
        }
}

fn equal_maps<'a>(left: Map<'a, Value<'a>, Value<'a>>, right: Map<'a, Value<'a>, Value<'a>>) -> bool {
    left.length() == right.length()
        && left.entries().all(|(key, l)| find(right, key).is_some_and(|r| !matches!(equal(l, r), Ok(false))))
}

/// The value of a key: an int finds its uint, a uint its int, a double both if they are exactly it.
fn find<'a>(map: Map<'a, Value<'a>, Value<'a>>, key: Value<'a>) -> Option<Value<'a>> {
    let as_int = |key: i64| map.value(Value::Int(key));
    let as_uint = |key: u64| map.value(Value::Uint(key));
    map.value(key).or_else(|| match key {
        Value::Int(key) => as_uint(u64::try_from(key).ok()?),
        Value::Uint(key) => as_int(i64::try_from(key).ok()?),
        Value::Double(key) => {
            let int = exact_int(key).and_then(as_int);
            int.or_else(|| as_uint(exact_uint(key)?))
        }
        _ => None,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "what is lost is compared")]
#[expect(clippy::cast_precision_loss, reason = "what is lost is compared")]
#[expect(clippy::float_cmp, reason = "exactly the number")]
fn exact_int(number: f64) -> Option<i64> {
    let int = number as i64;
    (int as f64 == number && number < 9_223_372_036_854_775_808.0).then_some(int)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is lost is compared")]
#[expect(clippy::cast_precision_loss, reason = "what is lost is compared")]
#[expect(clippy::float_cmp, reason = "exactly the number")]
fn exact_uint(number: f64) -> Option<u64> {
    let uint = number as u64;
    (uint as f64 == number && number < 18_446_744_073_709_551_616.0).then_some(uint)
}

/// `value in container`
pub fn contains<'a>(value: Value<'a>, container: Value<'a>) -> Verdict<'a> {
    match container {
        Value::List(list) => {
            Ok(list.elements.elements().any(|element| matches!(equal(value, element), Ok(true))))
        }
        Value::Map(map) if map.is_native && !matches!(value, Value::String(_)) => {
            Err(EvalError::NoSuchOverload)
        }
        Value::Map(map) if matches!(value, Value::Bytes(_)) && map.entries.length() > 0 => {
            Err(EvalError::Text(UNHASHABLE))
        }
        Value::Map(map) => Ok(find(map.entries, value).is_some()),
        _ => Err(EvalError::NoSuchOverload),
    }
}

const UNHASHABLE: &str = "internal error: runtime error: hash of unhashable type types.Bytes";

/// `size(value)`
pub fn size(value: Value<'_>) -> Outcome<'_, i64> {
    match value {
        Value::String(text) => Ok(ops::size_of_string(text)),
        Value::Bytes(bytes) => Ok(ops::size_of(bytes.len())),
        Value::List(list) => Ok(ops::size_of(list.elements.length())),
        Value::Map(map) => Ok(ops::size_of(map.entries.length())),
        _ => Err(EvalError::NoSuchOverloadOf("size")),
    }
}

/// What a step of a chain found, for its next step: that does not look into an optional, which so is like a value without parts.
pub fn found(value: Value<'_>) -> Value<'_> {
    if let Value::Optional(_) = value { Value::Null } else { value }
}

/// `value.name` and `value[index]` in a chain: costs 1, below an optional only if something is found.
pub fn step<'a>(cost: &mut Cost<'a>, value: Value<'a>, key: Value<'a>) -> Outcome<'a, Value<'a>> {
    if let Value::Optional(content) = value {
        let found = content.map_or(Ok(None), |content| get(cost.arena(), *content, key))?;
        cost.add_if(found.is_some());
        return Ok(crate::value::optional(cost.arena(), found));
    }
    cost.add(1);
    index(cost.arena(), value, key)
}

fn index<'a>(arena: &'a Arena, value: Value<'a>, key: Value<'a>) -> Outcome<'a, Value<'a>> {
    qualifier(arena, key)?;
    match value {
        Value::List(list) => {
            let i = list_index(arena, key)?;
            super::list::index(list.elements, i)?.checked()
        }
        Value::Map(MapValue { is_native: true, .. }) if !matches!(key, Value::String(_)) => {
            Err(EvalError::NoSuchOverload)
        }
        Value::Map(map) => find(map.entries, key).ok_or_else(|| key.missing())?.checked(),
        Value::Error(error) => Err(error),
        _ => Err(key.missing()),
    }
}

/// Only these types name a part of a value.
fn qualifier<'a>(arena: &'a Arena, key: Value<'a>) -> Outcome<'a, ()> {
    match key {
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::String(_) => Ok(()),
        Value::Error(error) => Err(error),
        key => {
            let name = go_type(key);
            let text = bumpalo::format!(in arena, "invalid qualifier type: {}", name);
            Err(EvalError::Text(text.into_bump_str()))
        }
    }
}

fn list_index<'a>(arena: &'a Arena, key: Value<'a>) -> Outcome<'a, i64> {
    let unsupported = |value: &dyn std::fmt::Display| {
        EvalError::Text(
            bumpalo::format!(in arena, "unsupported index value {} in list", value).into_bump_str(),
        )
    };
    match key {
        Value::Int(index) => Ok(index),
        Value::Uint(index) => i64::try_from(index).map_err(|_| unsupported(&index)),
        Value::Double(index) => {
            exact_int(index).ok_or_else(|| unsupported(&cel_types::number::format_double(index)))
        }
        key => {
            let name = key.type_name();
            let text = bumpalo::format!(in arena, "unsupported index type '{}' in list", name);
            Err(EvalError::Text(text.into_bump_str()))
        }
    }
}

/// `value.?name` and `value[?index]`: what is found, if anything.
pub fn get<'a>(arena: &'a Arena, value: Value<'a>, key: Value<'a>) -> Outcome<'a, Option<Value<'a>>> {
    qualifier(arena, key)?;
    match value {
        Value::List(list) => {
            let i = list_index(arena, key)?;
            super::list::get(list.elements, i).map(Value::checked).transpose()
        }
        Value::Map(MapValue { is_native: true, .. }) if !matches!(key, Value::String(_)) => {
            Err(EvalError::NoSuchOverload)
        }
        Value::Map(map) => find(map.entries, key).map(Value::checked).transpose(),
        Value::Optional(content) => content.map_or(Ok(None), |content| get(arena, *content, key)),
        Value::Error(error) => Err(error),
        _ => Ok(None),
    }
}

/// [`step`] where the index may have failed.
pub fn step_at<'a>(
    cost: &mut Cost<'a>,
    value: Value<'a>,
    key: Outcome<'a, Value<'a>>,
) -> Outcome<'a, Value<'a>> {
    match key {
        Ok(key) => step(cost, value, key),
        Err(error) => {
            cost.add(1);
            Err(error)
        }
    }
}

/// `has(value.name)`: costs 1, below an optional only if something is found.
pub fn has<'a>(cost: &mut Cost<'a>, value: Value<'a>, name: &'a str) -> Verdict<'a> {
    let found = get(cost.arena(), value, Value::String(name)).map(|found| found.is_some());
    cost.add_if(!matches!((value, found), (Value::Optional(_), Ok(false))));
    found
}

/// A round of `transformMapEntry` whose map is known only now.
pub fn insert_all<'a>(
    arena: &'a Arena,
    map: &mut Outcome<'a, super::map::Builder<Value<'a>, Value<'a>>>,
    entries: Outcome<'a, Value<'a>>,
) {
    let entries = entries.and_then(|entries| match entries {
        Value::Map(entries) => Ok(entries.entries),
        other => {
            let text = bumpalo::format!(in arena, "cel.@mapInsert(map, {})", other.type_name());
            Err(EvalError::NoSuchOverloadOf(text.into_bump_str()))
        }
    });
    super::map::insert_all(arena, map, entries);
}

/// What a macro with one variable goes over: elements, or keys.
pub fn range<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, List<'a, Value<'a>>> {
    match value {
        Value::List(list) => Ok(list.elements),
        Value::Map(map) => {
            Ok(List::Slice(arena.alloc_slice_fill_iter(map.entries.entries().map(|(key, _)| key))))
        }
        value => {
            let name = go_type(value);
            let text = bumpalo::format!(in arena, "got '{}', expected iterable type", name);
            Err(EvalError::Text(text.into_bump_str()))
        }
    }
}

/// What a macro with two variables goes over: a list as a map from its indexes.
pub fn entries<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Map<'a, Value<'a>, Value<'a>>> {
    match value {
        Value::List(list) => {
            let indexed = list
                .elements
                .elements()
                .enumerate()
                .map(|(i, element)| (Value::Int(ops::size_of(i)), element));
            Ok(Map::Entries(arena.alloc_slice_copy(&indexed.collect::<Vec<_>>())))
        }
        Value::Map(map) => Ok(map.entries),
        value => {
            let name = go_type(value);
            let text = bumpalo::format!(in arena, "unsupported comprehension range type: {}", name);
            Err(EvalError::Text(text.into_bump_str()))
        }
    }
}

/// The Go type of a value, as errors of cel-go print it.
pub fn go_type(value: Value<'_>) -> &'static str {
    match value.type_name() {
        TypeName::Bool => "types.Bool",
        TypeName::Int => "types.Int",
        TypeName::Uint => "types.Uint",
        TypeName::Double => "types.Double",
        TypeName::String => "types.String",
        TypeName::Bytes => "types.Bytes",
        TypeName::Null => "types.Null",
        TypeName::List => "*types.baseList",
        TypeName::Map => "*types.baseMap",
        TypeName::Timestamp => "types.Timestamp",
        TypeName::Duration => "types.Duration",
        TypeName::Type => "*types.Type",
        TypeName::Optional => "*types.Optional",
        TypeName::Quantity => "cel.Quantity",
        TypeName::Url => "cel.URL",
        TypeName::Semver => "cel.Semver",
        TypeName::NamedFormat => "*cel.Format",
        TypeName::Ip => "cel.IP",
        TypeName::Cidr => "cel.CIDR",
    }
}

/// `value.contains(part)`, `startsWith`, `endsWith`: of strings only.
pub fn text<'a>(value: Value<'a>, part: Value<'a>, test: fn(&str, &str) -> bool) -> Verdict<'a> {
    match (value, part) {
        (Value::String(text), Value::String(part)) => Ok(test(text, part)),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// `value.matches(pattern)`
#[cfg(feature = "regex")]
pub fn matches<'a>(arena: &'a Arena, value: Value<'a>, pattern: Value<'a>) -> Verdict<'a> {
    match (value, pattern) {
        (Value::String(text), Value::String(pattern)) => crate::library::regex::matches(arena, text, pattern),
        (value, _) => Err(mismatch(matches!(value, Value::String(_)), "matches")),
    }
}

/// `value.hasValue()`
pub fn has_value<'a>(arena: &'a Arena, value: Value<'a>) -> Verdict<'a> {
    match value {
        Value::Optional(content) => Ok(content.is_some()),
        value => Err(no_such_overload(arena, "hasValue", &[value])),
    }
}

/// `value.value()`
pub fn value<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    match value {
        Value::Optional(content) => content.copied().ok_or(EvalError::NoneDereferenced),
        value => Err(no_such_overload(arena, "value", &[value])),
    }
}

/// The optional before `or` and `orValue`.
pub fn as_optional(value: Value<'_>) -> Outcome<'_, Option<Value<'_>>> {
    match value {
        Value::Optional(content) => Ok(content.copied()),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// What `optional.ofNonZeroValue` looks for.
pub fn is_zero(value: Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Int(value) => value == 0,
        Value::Uint(value) => value == 0,
        Value::Double(value) => value == 0.0,
        Value::String(value) => value.is_empty(),
        Value::Bytes(value) => value.is_empty(),
        Value::List(list) => list.elements.length() == 0,
        Value::Map(map) => map.entries.length() == 0,
        Value::Duration(value) => value.nanos() == 0,
        Value::Timestamp(value) => value.seconds() == YEAR_ONE && value.nanos() == 0,
        Value::Type(_) | Value::Optional(_) | Value::Error(_) => false,
        Value::Url(_) | Value::Ip(_) | Value::Cidr(_) => false,
        Value::Quantity(_) | Value::Semver(_) | Value::NamedFormat(_) => false,
    }
}

/// 0001-01-01T00:00:00Z in seconds since 1970: Go's zero time.
const YEAR_ONE: i64 = -62_135_596_800;

/// `value in [constants]` as the server's hash set: each int also stands for its double and its uint, each uint for its double
/// and its int, each double for the int and uint that are exactly it; what is found is of the value's own type.
pub fn in_set<'a>(value: Value<'a>, constants: &[Value<'a>]) -> Verdict<'a> {
    if let Value::Bytes(_) = value {
        return Err(EvalError::Text(UNHASHABLE));
    }
    Ok(constants.iter().any(|constant| stands_for(*constant, value)))
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
