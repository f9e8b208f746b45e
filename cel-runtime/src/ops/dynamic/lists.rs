//! Functions of lists over values whose type is known only at run time.

use super::equal::raw;
use super::{contains, equal, go_type, is_receiver, mismatch, no_such_overload, order};
use crate::keyed_hash::KeyedHasher;
use crate::value::Shown;
use crate::{
    cost::{Arena, Cost},
    eval_error::EvalError,
    library::{
        lists::{self, Ordered, Summed},
        strings,
    },
    ops::{
        equality::Equal,
        list::{Builder, CelList, List, in_place},
        ops::{self, Outcome},
        size,
    },
    outcome::Verdict,
    value::Value,
    work,
};
use cel_types::TypeName;
use std::cmp::Ordering;

/// `equal` is true only if the server's `==` gives true.
impl Equal for Value<'_> {
    #[inline]
    fn equal(self, right: Self) -> bool {
        matches!(equal(self, right), Ok(true))
    }
    /// Called for a set of a struct. Such a set holds ints and strings.
    #[inline]
    fn write(self, hasher: &mut KeyedHasher) -> bool {
        !matches!(self, Value::Int(_) | Value::String(_)) || raw::write(self, hasher)
    }
}

impl Ordered for Value<'_> {
    #[inline]
    fn order(self, other: Self) -> Option<Ordering> {
        order(self, other, "").ok()
    }
    #[inline]
    fn is_ordered(self) -> bool {
        is_ordered(self.type_name())
    }
    #[inline]
    fn is_like(self, other: Self) -> bool {
        self.type_name() == other.type_name()
    }
}

impl Summed for Value<'_> {
    #[inline]
    fn zero(first: Option<Self>) -> Self {
        match first {
            Some(Value::Uint(_)) => Value::Uint(Summed::zero(None)),
            Some(Value::Double(_)) => Value::Double(Summed::zero(None)),
            Some(Value::Duration(_)) => Value::Duration(Summed::zero(None)),
            _ => Value::Int(0),
        }
    }
    #[inline]
    fn plus<'o>(self, other: Self) -> Outcome<'o, Self> {
        match (self, other) {
            (Value::Int(left), Value::Int(right)) => ops::add_int(left, right).map(Value::Int),
            (Value::Uint(left), Value::Uint(right)) => ops::add_uint(left, right).map(Value::Uint),
            (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left + right)),
            (Value::Duration(left), Value::Duration(right)) => {
                ops::add_durations(left, right).map(Value::Duration)
            }
            (Value::Timestamp(timestamp), Value::Duration(duration))
            | (Value::Duration(duration), Value::Timestamp(timestamp)) => {
                ops::add_to_timestamp(timestamp, duration).map(Value::Timestamp)
            }
            _ => Err(EvalError::NoSuchOverload),
        }
    }
}

#[inline]
fn is_ordered(name: TypeName) -> bool {
    matches!(
        name,
        TypeName::Bool
            | TypeName::Int
            | TypeName::Uint
            | TypeName::Double
            | TypeName::String
            | TypeName::Bytes
            | TypeName::Timestamp
            | TypeName::Duration
    )
}

#[inline]
fn is_summed(name: TypeName) -> bool {
    matches!(name, TypeName::Int | TypeName::Uint | TypeName::Double | TypeName::Duration)
}

/// The list, if the function has an overload for it. The server tests only the first element.
#[inline]
fn overload<'a>(
    arena: &'a Arena,
    function: &str,
    value: Value<'a>,
    takes: fn(TypeName) -> bool,
) -> Outcome<'a, List<'a, Value<'a>>> {
    match value {
        Value::List(list) if list.elements.at(0).is_none_or(|first| takes(first.type_name())) => {
            Ok(list.elements)
        }
        _ => Err(no_such_overload(arena, function, &[value])),
    }
}

/// The list, if it fits the overload that the checker chose: its first element must have the type.
#[inline]
fn of_type<'a>(
    arena: &'a Arena,
    function: &str,
    element: TypeName,
    value: Value<'a>,
) -> Outcome<'a, List<'a, Value<'a>>> {
    match value {
        Value::List(list) if list.elements.at(0).is_none_or(|first| first.type_name() == element) => {
            Ok(list.elements)
        }
        _ => Err(no_such_overload(arena, function, &[value])),
    }
}

/// `value.sum()` for elements of a type.
#[inline]
pub fn sum_of<'a>(arena: &'a Arena, element: TypeName, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    let list = of_type(arena, "sum", element, value)?;
    match (list.at(0), element) {
        (None, TypeName::Uint) => Ok(Value::Uint(Summed::zero(None))),
        (None, TypeName::Double) => Ok(Value::Double(Summed::zero(None))),
        (None, TypeName::Duration) => Ok(Value::Duration(Summed::zero(None))),
        _ => or_error_inside(list, is_summed, lists::sum(list)),
    }
}

/// `value.min()` for elements of a type.
#[inline]
pub fn min_of<'a>(arena: &'a Arena, element: TypeName, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    let list = of_type(arena, "min", element, value)?;
    or_error_inside(list, is_ordered, lists::min(list))
}

/// `value.max()` for elements of a type.
#[inline]
pub fn max_of<'a>(arena: &'a Arena, element: TypeName, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    let list = of_type(arena, "max", element, value)?;
    or_error_inside(list, is_ordered, lists::max(list))
}

/// `value.isSorted()` for elements of a type.
#[inline]
pub fn is_sorted_of<'a>(arena: &'a Arena, element: TypeName, value: Value<'a>) -> Verdict<'a> {
    let list = of_type(arena, "isSorted", element, value)?;
    or_error_inside(list, is_ordered, lists::is_sorted(list))
}

/// If a function does not take the list because of an element that is an error, that error is the result.
fn or_error_inside<'a, T>(
    list: List<'a, Value<'a>>,
    takes: fn(TypeName) -> bool,
    outcome: Outcome<'a, T>,
) -> Outcome<'a, T> {
    if !matches!(outcome, Err(EvalError::NoSuchOverload)) {
        return outcome;
    }
    match list.elements().find(|element| !takes(element.type_name())) {
        Some(Value::Error(error)) => Err(error),
        _ => outcome,
    }
}

/// `value.sum()`
#[inline]
pub fn sum<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    let list = overload(arena, "sum", value, is_summed)?;
    or_error_inside(list, is_summed, lists::sum(list))
}

/// `value.min()`
#[inline]
pub fn min<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    let list = overload(arena, "min", value, is_ordered)?;
    or_error_inside(list, is_ordered, lists::min(list))
}

/// `value.max()`
#[inline]
pub fn max<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    let list = overload(arena, "max", value, is_ordered)?;
    or_error_inside(list, is_ordered, lists::max(list))
}

/// `value.isSorted()`
#[inline]
pub fn is_sorted<'a>(arena: &'a Arena, value: Value<'a>) -> Verdict<'a> {
    let list = overload(arena, "isSorted", value, is_ordered)?;
    or_error_inside(list, is_ordered, lists::is_sorted(list))
}

/// `value.sort()`
#[inline]
pub fn sort<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    match value {
        Value::List(list) if list.elements.length() == 0 => Ok(value),
        Value::List(list) => lists::sort(arena, list.elements).map(Value::list),
        value => Err(mismatch(is_receiver(value), "sort")),
    }
}

/// `value.sortBy(x, key)`
#[inline]
pub fn sort_by_keys<'a>(
    arena: &'a Arena,
    value: Value<'a>,
    keys: Value<'a>,
) -> Outcome<'a, List<'a, Value<'a>>> {
    match (value, keys) {
        (Value::List(list), Value::List(keys)) => lists::sort_by_keys(arena, list.elements, keys.elements),
        _ => Err(EvalError::NoSuchOverloadOf("@sortByAssociatedKeys")),
    }
}

/// `value.distinct()`
#[inline]
pub fn distinct<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, Value<'a>> {
    match value {
        Value::List(list) if list.elements.length() == 0 => Ok(value),
        Value::List(list) => Ok(Value::list(lists::distinct(arena, list.elements))),
        _ => Err(no_such_overload(arena, "distinct", &[value])),
    }
}

/// `value.flatten()`
#[inline]
pub fn flatten<'a>(arena: &'a Arena, value: Value<'a>) -> Outcome<'a, List<'a, Value<'a>>> {
    flatten_to(arena, value, Value::Int(1)).map_err(|error| match value {
        Value::List(_) => error,
        _ => not_flat(arena, value, ""),
    })
}

/// `value.flatten(depth)`
#[inline]
pub fn flatten_to<'a>(
    arena: &'a Arena,
    value: Value<'a>,
    depth: Value<'a>,
) -> Outcome<'a, List<'a, Value<'a>>> {
    match (value, depth) {
        (Value::List(_), Value::Int(..0)) => Err(EvalError::Text("level must be non-negative")),
        (Value::List(list), Value::Int(depth)) => {
            let mut length = 0;
            if !is_flattened(arena, list.elements, depth, &mut length) {
                return Ok(List::Slice(&[]));
            }
            // Reserved at once, because the list may take most of the arena's limit.
            let mut flat = bumpalo::collections::Vec::with_capacity_in(length, arena);
            append(list.elements, depth, &mut flat);
            Ok(in_place(arena, flat))
        }
        _ => Err(not_flat(arena, value, depth.type_name().as_str())),
    }
}

/// True if the limits admit the flat list. Counts its elements. Empty lists are work, too: `[[], []]` can be nested.
#[inline]
fn is_flattened(arena: &Arena, list: List<'_, Value<'_>>, depth: i64, length: &mut usize) -> bool {
    let most = length.saturating_add(list.length());
    if !work::admits(list.length()) || !arena.admits_parts(most, size_of::<Value<'_>>()) {
        return false;
    }
    list.elements().all(|element| match element {
        Value::List(inner) if depth > 0 => {
            is_flattened(arena, inner.elements, depth.saturating_sub(1), length)
        }
        _ => {
            *length = length.saturating_add(1);
            true
        }
    })
}

#[inline]
fn append<'a>(list: List<'a, Value<'a>>, depth: i64, flat: &mut bumpalo::collections::Vec<'a, Value<'a>>) {
    for element in list.elements() {
        match element {
            Value::List(inner) if depth > 0 => append(inner.elements, depth.saturating_sub(1), flat),
            element => flat.push(element),
        }
    }
}

#[cold]
#[inline]
fn not_flat<'a>(arena: &'a Arena, value: Value<'a>, arguments: &str) -> EvalError<'a> {
    let name = match value {
        Value::Map(_) => "map(dyn, dyn)",
        Value::Optional(_) => "optional_type(dyn)",
        value => value.type_name().as_str(),
    };
    let text = bumpalo::format!(in arena, "{}.flatten({})", name, arguments);
    EvalError::NoSuchOverloadOf(text.into_bump_str())
}

/// `optional.unwrap(value)` and `value.unwrapOpt()`. `function` is the name of the function.
#[inline]
pub fn unwrap<'a>(arena: &'a Arena, value: Value<'a>, function: &str) -> Outcome<'a, List<'a, Value<'a>>> {
    let list = overload(arena, function, value, |first| first == TypeName::Optional)?;
    let mut present = Builder::new(arena);
    for element in list.elements() {
        match element {
            Value::Optional(content) => content.copied().into_iter().for_each(|value| present.push(value)),
            other => {
                let text = bumpalo::format!(in arena, "value {} is not optional", Shown(other));
                return Err(EvalError::Text(text.into_bump_str()));
            }
        }
    }
    Ok(present.finish())
}

/// `target.includes(value)`
#[inline]
pub fn includes<'a>(target: Value<'a>, value: Value<'a>) -> bool {
    match target {
        Value::List(list) => lists::includes(list.elements, value),
        target => target.equal(value),
    }
}

/// Checks that the server can print the text of `format` without a panic.
///
/// # Errors
/// The panic. No operator absorbs it.
#[inline]
pub fn require_printable<'a>(
    cost: &mut Cost<'a>,
    format: Outcome<'a, Value<'a>>,
    arguments: Outcome<'a, Value<'a>>,
) -> Outcome<'a, ()> {
    match (format, arguments) {
        (Ok(Value::String(format)), Ok(Value::List(arguments)))
            if strings::format(cost.arena(), format, arguments.elements) == Err(EvalError::NIL) =>
        {
            cost.finish(Err(EvalError::NIL))
        }
        _ => Ok(()),
    }
}

/// The list of an operand. The server panics if it is no list.
#[inline]
pub fn required_list<'a>(arena: &'a Arena, value: Outcome<'a, Value<'a>>) -> Outcome<'a, Value<'a>> {
    let value = match value {
        Ok(list @ Value::List(_)) => return Ok(list),
        Ok(value) => value,
        Err(_) => return Err(EvalError::NO_LIST),
    };
    // The alphabetically first method that the Go type lacks.
    let missing = match value {
        Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::String(_) | Value::Bytes(_) => "Contains",
        Value::Timestamp(_) | Value::Duration(_) => "Contains",
        _ => "Add",
    };
    let text = bumpalo::format!(
        in arena,
        "internal error: interface conversion: {} is not traits.Lister: missing method {}",
        go_type(value),
        missing
    );
    Err(EvalError::Text(text.into_bump_str()))
}

/// The int of an operand. The server panics if it is no int.
#[inline]
pub fn required_int<'a>(arena: &'a Arena, value: Outcome<'a, Value<'a>>) -> Outcome<'a, i64> {
    match value {
        Ok(Value::Int(value)) => Ok(value),
        Ok(value) => {
            let text = bumpalo::format!(
                in arena,
                "internal error: interface conversion: ref.Val is {}, not types.Int",
                go_type(value)
            );
            Err(EvalError::Text(text.into_bump_str()))
        }
        Err(_) => Err(EvalError::NO_INT),
    }
}

/// The charge of comparing each pair of elements; 1 if the value is no list.
#[inline]
pub fn each_pair_in<'a>(list: Outcome<'a, Value<'a>>) -> u64 {
    let Ok(Value::List(list)) = list else { return 1 };
    let length = size::length(list.elements.length());
    match list.elements.at(0) {
        Some(Value::String(_) | Value::Bytes(_)) => size::each_pair_of_texts(length),
        _ => size::each_pair(length),
    }
}

/// `sets.contains(list, part)`
#[inline]
pub fn sets_contains<'a>(arena: &'a Arena, list: Value<'a>, part: Value<'a>) -> Verdict<'a> {
    match (list, part) {
        (Value::List(_), Value::List(elements)) => has_all(list, elements.elements),
        _ => Err(no_such_overload(arena, "sets.contains", &[list, part])),
    }
}

/// `sets.equivalent(left, right)`
#[inline]
pub fn sets_equivalent<'a>(arena: &'a Arena, left: Value<'a>, right: Value<'a>) -> Verdict<'a> {
    match (left, right) {
        (Value::List(l), Value::List(r)) => match has_all(left, r.elements) {
            Ok(true) => has_all(right, l.elements),
            found => found,
        },
        _ => Err(no_such_overload(arena, "sets.equivalent", &[left, right])),
    }
}

/// `sets.intersects(left, right)`
#[inline]
pub fn sets_intersects<'a>(arena: &'a Arena, left: Value<'a>, right: Value<'a>) -> Verdict<'a> {
    match (left, right) {
        (Value::List(list), Value::List(_)) => {
            Ok(list.elements.elements().any(|element| contains(element, right) == Ok(true)))
        }
        _ => Err(no_such_overload(arena, "sets.intersects", &[left, right])),
    }
}

/// The first element that is not found decides, even if the lookup fails.
#[inline]
fn has_all<'a>(list: Value<'a>, elements: List<'a, Value<'a>>) -> Verdict<'a> {
    let mut found = elements.elements().map(|element| contains(element, list));
    found.find(|found| *found != Ok(true)).unwrap_or(Ok(true))
}
