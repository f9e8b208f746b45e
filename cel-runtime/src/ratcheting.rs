//! What an update leaves as it was: failures of rules there are warnings (k8s: `apiserver/pkg/cel/common/equality.go`,
//! `CorrelatedObject`).

use crate::{
    field_path::{Path, Step},
    json::Json,
};
use std::collections::HashMap;

/// What the comparison of two objects needs of their schema.
#[derive(Debug)]
pub enum Shape {
    /// Nothing is below it that the schema knows.
    Leaf,
    /// The properties, sorted by name.
    Object(&'static [(&'static str, Shape)]),
    /// `additionalProperties`
    Map(&'static Shape),
    /// `x-kubernetes-list-type: map`, with its keys
    KeyedList(&'static [&'static str], &'static Shape),
}

/// An object and the one that it replaces.
#[derive(Debug)]
pub(crate) struct Ratcheting<'o> {
    root: Correlated<'o>,
    /// Nodes that were compared already, by the address of the new value.
    unchanged: HashMap<*const Json, bool>,
}

/// A new value and the old one that it belongs to.
#[derive(Clone, Copy, Debug)]
struct Correlated<'o> {
    new: &'o Json,
    old: &'o Json,
    shape: &'static Shape,
}

impl<'o> Ratcheting<'o> {
    pub(crate) fn new(new: &'o Json, old: &'o Json, shape: &'static Shape) -> Self {
        Ratcheting { root: Correlated { new, old, shape }, unchanged: HashMap::new() }
    }

    /// True if the value at a path, or else the nearest one above that has an old value, is what it was.
    pub(crate) fn is_unchanged(&mut self, path: &Path<'_>) -> bool {
        let mut nearest = self.root;
        for (depth, step) in path.steps().into_iter().enumerate() {
            let child = match step {
                Step::Base(_) => continue,
                // k8s: `validation.go`, `ratchetingOptions.key`: these never pass, whatever they were
                Step::Field("apiVersion" | "kind") if depth == 1 => return false,
                Step::Field(name) | Step::Key(name) => nearest.key(name),
                Step::Index(index) => nearest.index(index),
            };
            match child {
                Some(child) => nearest = child,
                None => break,
            }
        }
        *self.unchanged.entry(nearest.new).or_insert_with(|| nearest.is_unchanged())
    }
}

impl<'o> Correlated<'o> {
    fn key(self, name: &str) -> Option<Self> {
        let shape = match self.shape {
            Shape::Object(properties) => {
                let found = properties.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
                &properties.get(found)?.1
            }
            Shape::Map(values) => values,
            Shape::Leaf | Shape::KeyedList(..) => return None,
        };
        let (new, old) = (self.new.as_object()?.get(name)?, self.old.as_object()?.get(name)?);
        Some(Correlated { new, old, shape })
    }

    fn index(self, index: usize) -> Option<Self> {
        let Shape::KeyedList(keys, items) = self.shape else { return None };
        let new = self.new.as_array()?.get(index)?;
        let key = item_key(new, keys)?;
        let old = self.old.as_array()?.iter().find(|old| item_key(old, keys).as_ref() == Some(&key))?;
        Some(Correlated { new, old, shape: items })
    }

    /// Recursive as deep as the schema is.
    fn is_unchanged(self) -> bool {
        match (self.new, self.old) {
            (Json::Object(new), Json::Object(old)) => {
                let is_same = |name| self.key(name).is_some_and(Correlated::is_unchanged);
                new.len() == old.len() && new.keys().all(|name| is_same(name))
            }
            (Json::Array(new), Json::Array(old)) => match self.shape {
                Shape::KeyedList(keys, shape) => {
                    let old_items = KeyedItems::new(Some(old), keys);
                    let is_same = |new| {
                        let old = old_items.find(new);
                        old.is_some_and(|old| Correlated { new, old, shape }.is_unchanged())
                    };
                    new.len() == old.len() && new.iter().all(is_same)
                }
                Shape::Leaf | Shape::Object(_) | Shape::Map(_) => are_equal(self.new, self.old),
            },
            _ => are_equal(self.new, self.old),
        }
    }
}

/// Deep equality as Go decodes the values: `1` and `1.0` differ, and numbers beyond 64 bits are floats.
fn are_equal(new: &Json, old: &Json) -> bool {
    match (new, old) {
        (Json::Number(new), Json::Number(old)) => {
            new.as_i64() == old.as_i64() && (new.is_i64() || new.as_f64() == old.as_f64())
        }
        (Json::Array(new), Json::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| are_equal(new, old))
        }
        (Json::Object(new), Json::Object(old)) => {
            let is_same = |(name, new)| old.get(name).is_some_and(|old| are_equal(new, old));
            new.len() == old.len() && new.iter().all(is_same)
        }
        _ => new == old,
    }
}

/// The old items of a `list-type: map`, found by their keys; of several with the same the first.
pub(crate) struct KeyedItems<'o> {
    keys: &'static [&'static str],
    items: HashMap<Vec<KeyPart<'o>>, &'o Json>,
}

impl<'o> KeyedItems<'o> {
    pub(crate) fn new(items: Option<&'o Vec<Json>>, keys: &'static [&'static str]) -> Self {
        let mut found = HashMap::new();
        for item in items.into_iter().flatten() {
            if let Some(key) = item_key(item, keys) {
                found.entry(key).or_insert(item);
            }
        }
        KeyedItems { keys, items: found }
    }

    pub(crate) fn find(&self, new: &Json) -> Option<&'o Json> {
        if self.items.is_empty() {
            return None;
        }
        self.items.get(&item_key(new, self.keys)?).copied()
    }
}

/// What an item is found by, as Go's decoder gives it a type.
#[derive(Debug, PartialEq, Eq, Hash)]
enum KeyPart<'o> {
    Bool(bool),
    Int(i64),
    /// Its bits.
    Float(u64),
    String(&'o str),
}

/// None if a part is missing, or is something else.
fn item_key<'o>(item: &'o Json, keys: &[&str]) -> Option<Vec<KeyPart<'o>>> {
    let parts = keys.iter().map(|key| {
        Some(match item.get(key)? {
            Json::Bool(value) => KeyPart::Bool(*value),
            Json::Number(number) => match number.as_i64() {
                Some(value) => KeyPart::Int(value),
                None => KeyPart::Float(number.as_f64()?.to_bits()),
            },
            Json::String(value) => KeyPart::String(value),
            Json::Null | Json::Array(_) | Json::Object(_) => return None,
        })
    });
    parts.collect()
}

#[cfg(test)]
mod tests;
