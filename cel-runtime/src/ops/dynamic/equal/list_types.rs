//! The `x-kubernetes-list-type` of the left list decides how `==` and `+` work (k8s: `cel/common/values.go`).
//!
//! The server finds the elements of sets and of lists with keys in hash maps. Here an index finds them, and it is dropped afterwards. The
//! arena grows only by the view of each item.

use super::{
    all_equal, equal, equal_to_part,
    item_keys::{ItemKeys, Items},
    raw,
};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        list::{self, CelList, List},
        ops::Outcome,
        places::{Places, Seen},
    },
    outcome::Verdict,
    value::{ListType, ListValue, Value},
    work::{self, Steps},
};

/// `left + right`. A set stays a set: only new elements are appended. In a list with keys, an item replaces the last item of the left list
/// with the same key. If there is none, it is appended, even after another appended item with its key.
#[inline]
pub(in crate::ops::dynamic) fn concat<'a>(
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
        return Ok(Value::List(right)); // the right list itself, with its list type
    }
    let elements = match left.list_type {
        // Elements that are added later do not belong to the sum.
        ListType::Literal | ListType::Atomic if right.elements.is_mutable() => {
            let right = arena.alloc_slice_fill_iter(right.elements.elements());
            list::concat(arena, left.elements, List::Slice(right))
        }
        ListType::Literal | ListType::Atomic => list::concat(arena, left.elements, right.elements),
        ListType::Map(keys) | ListType::Merged(keys) => {
            merged(arena, ItemKeys::Read(keys), left.elements, right.elements)
        }
        ListType::Set => union(arena, left.elements, right.elements)?,
    };
    let list_type = match left.list_type {
        ListType::Literal | ListType::Atomic => ListType::Literal,
        ListType::Set => ListType::Set,
        ListType::Map(keys) | ListType::Merged(keys) => ListType::Merged(keys),
    };
    Ok(Value::List(ListValue { elements, list_type }))
}

/// Items of the right list replace items of the left list, but not each other.
#[inline]
fn merged<'a>(
    arena: &'a Arena,
    keys: ItemKeys<'a>,
    left: List<'a, Value<'a>>,
    right: List<'a, Value<'a>>,
) -> List<'a, Value<'a>> {
    let known = Items::new(keys, left);
    let mut picked: Vec<usize> = (0..known.length()).collect();
    for (place, item) in (known.length()..).zip(right.elements()) {
        match known.last(item).and_then(|(known, _)| picked.get_mut(known)) {
            Some(known) => *known = place,
            None => picked.push(place),
        }
    }
    list::picked(arena, list::concat(arena, left, right), arena.alloc_slice_copy(&picked))
}

#[inline]
fn union<'a>(
    arena: &'a Arena,
    left: List<'a, Value<'a>>,
    right: List<'a, Value<'a>>,
) -> Outcome<'a, List<'a, Value<'a>>> {
    require_scalars(left)?;
    require_scalars(right)?;
    let both = list::concat(arena, left, right);
    let known = Places::new(both.length(), both.elements(), raw::write);
    let mut picked: Vec<usize> = (0..left.length()).collect();
    for (place, element) in (left.length()..).zip(right.elements()) {
        let is_same = |known: &usize| both.at(*known).is_some_and(|known| raw::is_same(known, element));
        let first = known.alike(|hasher| raw::write(element, hasher)).find(is_same);
        if first.is_none_or(|first| first == place) {
            picked.push(place);
        }
    }
    Ok(list::picked(arena, both, arena.alloc_slice_copy(&picked)))
}

/// `left == right`
#[inline]
pub(super) fn equal_lists<'a>(left: ListValue<'a>, right: ListValue<'a>) -> Verdict<'a> {
    let (l, r) = (left.elements, right.elements);
    if l.length() != r.length() || !work::admits_parts(l.length(), Steps::Loose) {
        return Ok(false);
    }
    match left.list_type {
        ListType::Literal | ListType::Atomic => {
            let is_native = left.list_type == ListType::Atomic;
            let same = if is_native { equal_to_part } else { equal };
            all_equal(is_native, l.elements().zip(r.elements()).map(|(l, r)| same(l, r)))
        }
        ListType::Map(keys) => equal_keyed(ItemKeys::Sent(keys), l, r),
        ListType::Merged(keys) => equal_keyed(ItemKeys::Read(keys), l, r),
        ListType::Set => equal_sets(l, r),
    }
}

/// Each item on the right equals the last item on the left with its key, and each key on the left is found.
#[inline]
fn equal_keyed<'a>(keys: ItemKeys<'a>, left: List<'a, Value<'a>>, right: List<'a, Value<'a>>) -> Verdict<'a> {
    let items = Items::new(keys, left);
    let mut seen = Seen::new(items.length());
    for item in right.elements() {
        let Some((place, known)) = items.last(item) else { return Ok(false) };
        seen.add(place);
        match equal_to_part(known, item) {
            Ok(true) => {}
            other => return other,
        }
    }
    Ok(seen.is_all(|place| items.last(items.at(place)?).map(|(place, _)| place)))
}

#[inline]
fn equal_sets<'a>(left: List<'a, Value<'a>>, right: List<'a, Value<'a>>) -> Verdict<'a> {
    require_scalars(left)?;
    let known = Places::new(left.length(), left.elements(), raw::write);
    let last = |element| {
        let is_same = |place: &usize| left.at(*place).is_some_and(|known| raw::is_same(known, element));
        known.alike(|hasher| raw::write(element, hasher)).rev().find(is_same)
    };
    let mut seen = Seen::new(left.length());
    for element in right.elements() {
        require_scalar(element)?;
        let Some(place) = last(element) else { return Ok(false) };
        seen.add(place);
    }
    Ok(seen.is_all(|place| left.at(place).and_then(last)))
}

#[inline]
fn require_scalars<'a>(list: List<'a, Value<'a>>) -> Outcome<'a, ()> {
    list.elements().try_for_each(require_scalar)
}

#[inline]
fn require_scalar<'a>(element: Value<'a>) -> Outcome<'a, ()> {
    match element {
        Value::List(_) | Value::Map(_) => {
            Err(EvalError::Text("listSet operations are only supported on lists of scalar values"))
        }
        _ => Ok(()),
    }
}
