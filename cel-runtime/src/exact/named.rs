//! Names of `optMap` and similar macros. The server takes an empty list or map for the accumulator of a macro and replaces it by a new,
//! mutable one. Then `name + [1]` appends to the list that the name stands for, wherever it is used.

use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        address::placed,
        list::{CelList, List, Sequence},
        map::{CelMap, Entries, Map},
        ops::Outcome,
    },
    value::{ListValue, MapValue, Value},
};
use bumpalo::collections::Vec as BumpVec;
use std::{
    cell::{Cell, RefCell},
    ptr::from_ref,
};

/// The value that a name stands for. Sets `is_new` if it replaces another value.
#[inline]
pub(super) fn named<'a>(arena: &'a Arena, value: Value<'a>, is_new: &Cell<bool>) -> Value<'a> {
    let named = match value {
        Value::List(list) if list.elements.length() == 0 => {
            let elements = RefCell::new(BumpVec::new_in(arena));
            Value::list(List::Shared(arena.alloc(MutableList { arena, elements, missing: Cell::new(0) })))
        }
        Value::Map(map) if map.entries.length() == 0 => {
            Value::map(Map::Shared(arena.alloc(MutableMap { place: 0 })))
        }
        value => return value,
    };
    is_new.set(true);
    named
}

/// The result of an expression with a name. If the name stood for a new list, the result is an immutable copy.
#[inline]
pub(super) fn settled<'a>(
    arena: &'a Arena,
    is_new: bool,
    result: Outcome<'a, Value<'a>>,
) -> Outcome<'a, Value<'a>> {
    result.map(|value| match value {
        Value::List(ListValue { elements: List::Shared(list), .. }) if is_new && list.is_mutable() => {
            let held = (0..list.held()).filter_map(|i| list.at(i));
            Value::list(List::Slice(placed(arena, &held.collect::<Vec<_>>())))
        }
        Value::Map(MapValue { entries, .. }) if is_new && entries.is_mutable() => {
            Value::map(crate::ops::map::of(arena, []))
        }
        value => value,
    })
}

struct MutableList<'a> {
    arena: &'a Arena,
    elements: RefCell<BumpVec<'a, Value<'a>>>,
    /// The server counts the elements of an added list when it is added. It may be the list itself. This is the number of counted elements
    /// that do not exist.
    missing: Cell<usize>,
}

impl<'a> Sequence<Value<'a>> for MutableList<'a> {
    #[inline]
    fn length(&self) -> usize {
        self.held().saturating_add(self.missing.get())
    }
    /// Reading a counted element that does not exist is the server's panic.
    #[inline]
    fn at(&self, index: usize) -> Option<Value<'a>> {
        let element = self.elements.try_borrow().ok()?.get(index).copied();
        element.or_else(|| {
            let held = self.held();
            let missing = (index < self.length()).then(|| {
                bumpalo::format!(
                    in self.arena,
                    "internal error: runtime error: index out of range [{}] with length {}",
                    index,
                    held
                )
            });
            missing.map(|text| Value::Error(EvalError::Text(text.into_bump_str())))
        })
    }
    #[inline]
    fn held(&self) -> usize {
        self.elements.try_borrow().map_or(0, |elements| elements.len())
    }
    #[inline]
    fn is_native(&self) -> bool {
        false
    }
    #[inline]
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
    #[inline]
    fn is_mutable(&self) -> bool {
        true
    }
    #[inline]
    fn fixed_length(&self) -> Option<usize> {
        None
    }
    #[inline]
    fn append(&self, right: List<'_, Value<'a>>) {
        let held = if let List::Shared(right) = right { right.held() } else { right.length() };
        if !self.arena.admits_parts(held.saturating_add(self.held()), size_of::<Value<'_>>()) {
            return;
        }
        let more: Vec<Value<'a>> = right.elements().take(held).collect();
        if let Ok(mut elements) = self.elements.try_borrow_mut() {
            elements.extend_from_slice(&more);
        }
        if right.address() == self.address() {
            self.missing.set(self.missing.get().saturating_add(held));
        }
    }
}

/// Always empty: no function of rules inserts into it.
struct MutableMap {
    place: u8,
}

impl<'a> Entries<Value<'a>, Value<'a>> for MutableMap {
    #[inline]
    fn length(&self) -> usize {
        0
    }
    #[inline]
    fn value(&self, _: Value<'a>) -> Option<Value<'a>> {
        None
    }
    #[inline]
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        Vec::new()
    }
    #[inline]
    fn is_zero(&self) -> bool {
        true
    }
    #[inline]
    fn address(&self) -> Option<usize> {
        Some(from_ref(&self.place).addr())
    }
    #[inline]
    fn is_mutable(&self) -> bool {
        true
    }
}
