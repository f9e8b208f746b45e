//! Values that `optMap` and its kin name. The server takes an empty list or map for what a macro collects into: in its place stands
//! a new one that rules can add to, and `name + [1]` changes what the name stands for, wherever that is.

use crate::{
    cost::Arena,
    eval_error::EvalError,
    generated::{
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

/// A value as it is named; `is_new` if something else stands in its place.
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

/// The result of an expression with a name; if that stood for something new, one that nothing is added to any more.
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
            Value::map(crate::generated::map::of(arena, []))
        }
        value => value,
    })
}

struct MutableList<'a> {
    arena: &'a Arena,
    elements: RefCell<BumpVec<'a, Value<'a>>>,
    /// How many more the server counts than there are: it counts those of the added list when they are added, which may be the list
    /// itself.
    missing: Cell<usize>,
}

impl<'a> Sequence<Value<'a>> for MutableList<'a> {
    fn length(&self) -> usize {
        self.held().saturating_add(self.missing.get())
    }
    /// A missing value is the server's panic.
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
    fn held(&self) -> usize {
        self.elements.try_borrow().map_or(0, |elements| elements.len())
    }
    fn is_native(&self) -> bool {
        false
    }
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
    fn is_mutable(&self) -> bool {
        true
    }
    fn fixed_length(&self) -> Option<usize> {
        None
    }
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

/// Nothing is ever added to it: no function of rules does.
struct MutableMap {
    place: u8,
}

impl<'a> Entries<Value<'a>, Value<'a>> for MutableMap {
    fn length(&self) -> usize {
        0
    }
    fn value(&self, _: Value<'a>) -> Option<Value<'a>> {
        None
    }
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        Vec::new()
    }
    fn is_zero(&self) -> bool {
        true
    }
    fn address(&self) -> Option<usize> {
        Some(from_ref(&self.place).addr())
    }
    fn is_mutable(&self) -> bool {
        true
    }
}
