//! Selecting parts of values whose type is known only at run time: the steps of a chain, and the ranges of macros.

use super::{exact_int, find, go_type, is_built};
use crate::{
    cost::{Arena, Cost},
    eval_error::EvalError,
    ops::{
        list::{self, CelList, List},
        map::{CelMap, Key, Map},
        ops::{self, Outcome},
    },
    outcome::Verdict,
    value::{ListValue, MapValue, Value},
};

/// A value for the next step of a chain, found by a step or held by an optional. The next step does not look into an optional, so an
/// optional is replaced by null, which has no parts.
#[inline]
pub fn found(value: Value<'_>) -> Value<'_> {
    if let Value::Optional(_) = value { Value::Null } else { value }
}

/// `value.name` and `value[index]` in a chain. It costs 1; below an optional only if something is found.
#[inline]
pub fn step<'a>(cost: &mut Cost<'a>, value: Value<'a>, key: Value<'a>) -> Outcome<'a, Value<'a>> {
    element(cost, value, key)?.checked()
}

/// [`step`] without the check: an element of a list that does not match its schema is an error only for its reader.
#[inline]
pub fn element<'a>(cost: &mut Cost<'a>, value: Value<'a>, key: Value<'a>) -> Outcome<'a, Value<'a>> {
    if let Value::Optional(content) = value {
        let found = content.map_or(Ok(None), |content| get(cost.arena(), found(*content), key))?;
        cost.add_if(found.is_some());
        return Ok(crate::value::optional(cost.arena(), found));
    }
    cost.add(1);
    index(cost.arena(), value, key)
}

/// [`step`] on a value that may have failed.
#[inline]
pub fn field<'a>(
    cost: &mut Cost<'a>,
    value: Outcome<'a, Value<'a>>,
    name: &'a str,
) -> Outcome<'a, Value<'a>> {
    step(cost, value?, Value::String(name))
}

#[inline]
fn index<'a>(arena: &'a Arena, value: Value<'a>, key: Value<'a>) -> Outcome<'a, Value<'a>> {
    qualifier(arena, key)?;
    match value {
        Value::List(list) => {
            let i = list_index(arena, key)?;
            let element = list::index(list.elements, i).map_err(|error| out_of_bounds(arena, key, error))?;
            Ok(indexed(arena, list, key, element))
        }
        Value::Map(MapValue { is_native: true, .. }) if !matches!(key, Value::String(_)) => {
            Err(EvalError::NoSuchOverload)
        }
        Value::Map(map) => find(map.entries, key).ok_or_else(|| key.missing())?.checked(),
        Value::Message(message) => message.field(arena, key),
        Value::Error(error) => Err(error),
        _ => Err(key.missing()),
    }
}

/// Only values of these types select a part.
#[inline]
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

#[inline]
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

/// The element at an index. In an object's list the index must be an int; another number with the same value is an error.
#[inline]
fn indexed<'a>(arena: &'a Arena, list: ListValue<'a>, index: Value<'a>, element: Value<'a>) -> Value<'a> {
    if is_built(list) || matches!(index, Value::Int(_)) {
        return element;
    }
    let text = bumpalo::format!(in arena, "unsupported index: {}", index.text());
    Value::Error(EvalError::Text(text.into_bump_str()))
}

/// The error of an index with its text from the rule, which may be a double.
#[inline]
fn out_of_bounds<'a>(arena: &'a Arena, key: Value<'a>, error: EvalError<'a>) -> EvalError<'a> {
    match key {
        Value::Double(_) => {
            let text = bumpalo::format!(in arena, "index out of bounds: {}", key.text());
            EvalError::Text(text.into_bump_str())
        }
        _ => error,
    }
}

/// `value.?name` and `value[?index]`: the part, if it is found.
#[inline]
pub fn get<'a>(arena: &'a Arena, value: Value<'a>, key: Value<'a>) -> Outcome<'a, Option<Value<'a>>> {
    qualifier(arena, key)?;
    match value {
        Value::List(list) => {
            // An element that cannot be converted is in the optional as its error.
            let element = list_index(arena, key).map(|i| list::get(list.elements, i))?;
            Ok(element.map(|element| indexed(arena, list, key, element)))
        }
        Value::Map(MapValue { is_native: true, .. }) if !matches!(key, Value::String(_)) => {
            Err(EvalError::NoSuchOverload)
        }
        Value::Map(map) => find(map.entries, key).map(Value::checked).transpose(),
        Value::Optional(content) => content.map_or(Ok(None), |content| get(arena, found(*content), key)),
        Value::Message(message) => message.get(arena, key),
        Value::Error(error) => Err(error),
        _ => Ok(None),
    }
}

/// [`step`] with an index that may have failed. Below an optional a failed index costs nothing.
#[inline]
pub fn step_at<'a>(
    cost: &mut Cost<'a>,
    value: Value<'a>,
    key: Outcome<'a, Value<'a>>,
) -> Outcome<'a, Value<'a>> {
    element_at(cost, value, key)?.checked()
}

/// [`element`] with an index that may have failed.
#[inline]
pub fn element_at<'a>(
    cost: &mut Cost<'a>,
    value: Value<'a>,
    key: Outcome<'a, Value<'a>>,
) -> Outcome<'a, Value<'a>> {
    match key {
        Ok(key) => element(cost, value, key),
        Err(error) => {
            cost.add_if(!matches!(value, Value::Optional(_)));
            Err(error)
        }
    }
}

/// `has(value.name)`. It costs 1; below an optional only if something is found.
#[inline]
pub fn has<'a>(cost: &mut Cost<'a>, value: Value<'a>, name: &'a str) -> Verdict<'a> {
    let found = get(cost.arena(), value, Value::String(name)).map(|found| found.is_some());
    cost.add_if(!matches!(value, Value::Optional(_)) || found == Ok(true));
    found
}

/// The range of a macro with one variable: the elements of a list, or the keys of a map.
#[inline]
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

/// The range of a macro with two variables. A list is a map from its indexes.
#[inline]
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
