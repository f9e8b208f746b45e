//! Lists and maps that are not constant. A failed part ends the evaluation of the others, but the literal is charged anyway.

use super::{
    macros::LIST_COST,
    walk::{Evaluated, Node, Walk},
};
use crate::{
    ops::{Outcome, dynamic, list as lists, map as maps},
    value::Value,
};

/// `value` or `?value` in a list.
#[derive(Clone, Copy)]
pub struct Element<'f, 'a> {
    /// The element.
    pub value: Node<'f, 'a>,
    /// True for `?value`.
    pub optional: bool,
}

/// `key: value` or `?key: value` in a map.
#[derive(Clone, Copy)]
pub struct Entry<'f, 'a> {
    /// The key.
    pub key: Node<'f, 'a>,
    /// The value.
    pub value: Node<'f, 'a>,
    /// True for `?key: value`.
    pub optional: bool,
}

/// `[a, ?b]`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn list<'a>(walk: &mut Walk<'a, '_>, elements: &[Element<'_, 'a>]) -> Evaluated<'a> {
    let parts = walk.each(elements, |walk, element| {
        let value = walk.evaluate(element.value)?;
        Ok(match element.optional {
            true => value.and_then(|value| dynamic::optional_part(walk.arena(), None, value)),
            false => value.map(Some),
        })
    })?;
    walk.take(elements.iter().map(|element| element.value.id()));
    // The server knows a literal of constants at planning time, and also its error.
    let is_known = elements.iter().all(|element| element.value.is_known());
    walk.cost.charge(if is_known { 0 } else { LIST_COST })?;
    Ok(parts.map(|parts| Value::list(lists::present(walk.arena(), parts.into_iter()))))
}

/// `{k: v, ?k: v}`
///
/// # Errors
/// The error that ends the evaluation: a limit, or a panic of the server.
#[inline]
pub fn map<'a>(walk: &mut Walk<'a, '_>, entries: &[Entry<'_, 'a>]) -> Evaluated<'a> {
    let mut before = Vec::with_capacity(entries.len());
    let parts = walk.each(entries, |walk, entry| {
        let key = match walk.evaluate(entry.key)? {
            Ok(key) => key,
            Err(error) => return Ok(Err(error)),
        };
        let value = walk.part(entry.optional, key, entry.value)?;
        if let Ok(value) = value {
            dynamic::require_hashable_entry(walk.cost, key, value.is_some(), &before)?;
            before.push((key, value.is_some()));
        }
        Ok(value.map(|value| (key, value)))
    })?;
    walk.take(entries.iter().flat_map(|entry| [entry.key.id(), entry.value.id()]));
    walk.cost.charge(MAP_COST)?;
    Ok(parts.map(|parts| Value::map(maps::present(walk.arena(), parts.into_iter()))))
}

impl<'a> Walk<'a, '_> {
    /// The values of a literal's parts, in order, up to the first one that fails.
    pub(super) fn each<P, T>(
        &mut self,
        parts: &[P],
        mut value: impl FnMut(&mut Self, &P) -> Evaluated<'a, T>,
    ) -> Evaluated<'a, Vec<T>> {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            match value(self, part)? {
                Ok(value) => values.push(value),
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(values))
    }

    /// Takes a literal's parts from the stack, the last one first, until one is missing.
    pub(super) fn take(&mut self, ids: impl Iterator<Item = u32>) {
        let ids: Vec<u32> = ids.collect();
        let _ = self.stack.take(&ids);
    }

    /// The value of an entry or a field. `None` for an empty optional.
    #[inline]
    pub(super) fn part(
        &mut self,
        optional: bool,
        key: Value<'a>,
        value: Node<'_, 'a>,
    ) -> Evaluated<'a, Option<Value<'a>>> {
        let value: Outcome<'a, Value<'a>> = self.evaluate(value)?;
        Ok(match optional {
            true => value.and_then(|value| dynamic::optional_part(self.arena(), Some(key), value)),
            false => value.map(Some),
        })
    }
}

const MAP_COST: u64 = 30;
