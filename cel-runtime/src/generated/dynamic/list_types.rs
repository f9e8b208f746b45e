//! What the `x-kubernetes-list-type` of a list changes: `==` and `+`, by that of the left one (k8s: `cel/common/values.go`).

use super::{all_equal, equal, equal_to_part, preserved};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    generated::{
        list::{self, CelList, List},
        map::CelMap,
        ops::Outcome,
    },
    node::Verdict,
    value::{ItemKey, ListType, ListValue, Value},
};

/// `left + right`: a set stays a set, only elements that it lacks are appended. In a list with keys an item takes the place of
/// the left list's last one that has the same, and is appended where there is none, also after another one with its keys.
pub(super) fn concat<'a>(
    arena: &'a Arena,
    left: ListValue<'a>,
    right: ListValue<'a>,
) -> Outcome<'a, Value<'a>> {
    if let List::Shared(shared) = left.elements
        && shared.is_mutable()
    {
        shared.append(right.elements);
        return Ok(Value::List(left));
    }
    if left.list_type == ListType::Literal && left.elements.length() == 0 {
        return Ok(Value::List(right)); // the right list itself, whatever its type
    }
    let elements = match left.list_type {
        // What is added later is no part of the sum.
        ListType::Literal | ListType::Atomic if right.elements.is_mutable() => {
            let right = arena.alloc_slice_fill_iter(right.elements.elements());
            list::concat(arena, left.elements, List::Slice(right))
        }
        ListType::Literal | ListType::Atomic => list::concat(arena, left.elements, right.elements),
        ListType::Map(keys) | ListType::Merged(keys) => {
            // Items of the right list take the place of those of the left, not of each other.
            let known: Vec<Value<'a>> = left.elements.elements().collect();
            let mut merged = known.clone();
            for item in right.elements.elements() {
                let place = known.iter().rposition(|known| is_same_item(keys, *known, item));
                match place.and_then(|place| merged.get_mut(place)) {
                    Some(place) => *place = item,
                    None => merged.push(item),
                }
            }
            List::Slice(arena.alloc_slice_copy(&merged))
        }
        ListType::Set => {
            require_scalars(left.elements)?;
            require_scalars(right.elements)?;
            let mut union: Vec<Value<'a>> = left.elements.elements().collect();
            for element in right.elements.elements() {
                if !union.iter().any(|known| is_same(*known, element)) {
                    union.push(element);
                }
            }
            List::Slice(arena.alloc_slice_copy(&union))
        }
    };
    let list_type = match left.list_type {
        ListType::Literal | ListType::Atomic => ListType::Literal,
        ListType::Set => ListType::Set,
        ListType::Map(keys) | ListType::Merged(keys) => ListType::Merged(keys),
    };
    Ok(Value::List(ListValue { elements, list_type }))
}

/// `left == right`
pub(super) fn equal_lists<'a>(left: ListValue<'a>, right: ListValue<'a>) -> Verdict<'a> {
    let (l, r) = (left.elements, right.elements);
    if l.length() != r.length() {
        return Ok(false);
    }
    match left.list_type {
        ListType::Literal | ListType::Atomic => {
            let is_native = left.list_type == ListType::Atomic;
            let same = if is_native { equal_to_part } else { equal };
            all_equal(is_native, l.elements().zip(r.elements()).map(|(l, r)| same(l, r)))
        }
        ListType::Map(keys) | ListType::Merged(keys) => {
            let is_merged = matches!(left.list_type, ListType::Merged(_));
            let keys = || keys.iter().filter(|key| is_merged || key.is_found);
            let pair = |item| {
                let mut known = l.elements().filter(|known| have_same_keys(keys(), *known, item));
                let last = known.by_ref().last();
                last.filter(|_| is_object(item)).map_or(Ok(false), |known| equal_to_part(known, item))
            };
            all_equal(true, r.elements().map(pair))
        }
        ListType::Set => {
            require_scalars(l)?;
            require_scalars(r)?;
            let within = |value, list: List<'a, Value<'a>>| list.elements().any(|e| is_same(value, e));
            Ok(l.elements().all(|value| within(value, r)) && r.elements().all(|value| within(value, l)))
        }
    }
}

fn require_scalars<'a>(list: List<'a, Value<'a>>) -> Outcome<'a, ()> {
    match list.elements().any(|element| matches!(element, Value::List(_) | Value::Map(_))) {
        true => Err(EvalError::Text("listSet operations are only supported on lists of scalar values")),
        false => Ok(()),
    }
}

/// Elements of sets are compared as Go does it, not CEL: an int is no double.
fn is_same<'a>(left: Value<'a>, right: Value<'a>) -> bool {
    match (left, right) {
        (Value::Timestamp(left), Value::Timestamp(right)) => left.is_identical(right),
        (Value::Null, Value::Null) => true,
        (Value::Preserved(left), right) | (right, Value::Preserved(left)) => preserved::equal(left, right),
        (
            Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_),
            right,
        ) => left.type_name() == right.type_name() && equal(left, right) == Ok(true),
        _ => false,
    }
}

fn is_object(value: Value<'_>) -> bool {
    matches!(value, Value::Map(map) if map.is_native)
}

/// The same for what is added to such a list: what is no object is like one without keys.
fn is_same_item<'a>(keys: &'a [ItemKey<'a>], left: Value<'a>, right: Value<'a>) -> bool {
    let has_none = |item| keys.iter().all(|key| has_no(item, key));
    match (is_object(left), is_object(right)) {
        (true, true) => have_same_keys(keys.iter(), left, right),
        _ => has_none(left) && has_none(right),
    }
}

fn has_no(item: Value<'_>, key: &ItemKey<'_>) -> bool {
    match item {
        Value::Map(map) => map.json().is_none_or(|json| json.get(key.name).is_none()),
        _ => true,
    }
}

/// True if two items of a list with keys stand for the same.
fn have_same_keys<'a>(
    mut keys: impl Iterator<Item = &'a ItemKey<'a>>,
    left: Value<'a>,
    right: Value<'a>,
) -> bool {
    let (Value::Map(left), Value::Map(right)) = (left, right) else {
        return false;
    };
    if let (Some(left), Some(right)) = (left.json(), right.json()) {
        return keys.all(|key| left.get(key.name) == right.get(key.name));
    }
    keys.all(|key| {
        let [left, right] = [left, right].map(|item| item.entries.value(Value::String(key.name)));
        match (left, right) {
            (Some(left), Some(right)) => {
                left.type_name() == right.type_name() && equal(left, right) == Ok(true)
            }
            (left, right) => left.is_none() && right.is_none(),
        }
    })
}
