//! Pairs of JSON values. They are compared where they are.

use super::{
    schema::{Model, Schema, Shape},
    way::Pair,
};
use crate::{field_path::Step, json::Json, old_items::KeyedItems};
use serde_json::Map;

/// A new value and its old value.
pub(crate) struct InTrees<'o> {
    new: &'o Json,
    old: &'o Json,
    /// `None` for the root.
    schema: Option<Schema>,
    /// The old items of a `list-type: map`; `None` until an item is looked up.
    items: Option<KeyedItems<'o, String>>,
}

impl<'o> InTrees<'o> {
    #[inline]
    pub(super) fn root(new: &'o Json, old: &'o Json) -> Self {
        InTrees { new, old, schema: None, items: None }
    }

    #[inline]
    fn schema(&self, shape: &'static Shape) -> (Schema, &'static Model) {
        let model = shape.model();
        (self.schema.unwrap_or_else(|| model.last()), model)
    }
}

impl Pair for InTrees<'_> {
    type Shared = &'static Shape;

    #[inline]
    fn child(&mut self, step: Step<'_>, shape: &Self::Shared) -> Option<Self> {
        let (schema, model) = self.schema(shape);
        let (new, old, schema) = match (step, self.new, self.old) {
            (Step::Field(name) | Step::Key(name), Json::Object(new), Json::Object(old)) => {
                (new.get(name)?, old.get(name)?, schema.key(model, name)?)
            }
            (Step::Index(index), Json::Array(new), Json::Array(old)) => {
                let (keys, schema) = schema.keyed_items(model)?;
                let new = new.get(index)?;
                let items = self.items.get_or_insert_with(|| KeyedItems::new(old, keys));
                (new, items.find(new)?, schema)
            }
            _ => return None,
        };
        Some(InTrees { new, old, schema: Some(schema), items: None })
    }

    #[inline]
    fn is_unchanged(&self, shape: &Self::Shared) -> bool {
        let (schema, model) = self.schema(shape);
        is_unchanged(self.new, self.old, schema, model)
    }
}

/// Compares two values. The recursion is as deep as the schema.
#[inline]
fn is_unchanged(new: &Json, old: &Json, schema: Schema, model: &Model) -> bool {
    match (new, old) {
        (Json::Object(new), Json::Object(old)) => are_same_entries(new, old, |name, new, old| {
            schema.key(model, name).is_some_and(|schema| is_unchanged(new, old, schema, model))
        }),
        (Json::Array(new), Json::Array(old)) => match schema.keyed_items(model) {
            None => are_same_items(new, old),
            Some(_) if new.len() != old.len() => false,
            Some((keys, schema)) => {
                let old = KeyedItems::new(old, keys);
                new.iter().all(|new| old.find(new).is_some_and(|old| is_unchanged(new, old, schema, model)))
            }
        },
        _ => are_same(new, old),
    }
}

/// True if both have the same names and the values of each are the same. Two versions of an object mostly have the same names in the same
/// order.
#[inline]
fn are_same_entries(
    new: &Map<String, Json>,
    old: &Map<String, Json>,
    are_same: impl Fn(&str, &Json, &Json) -> bool,
) -> bool {
    new.len() == old.len()
        && new.iter().zip(old).all(|((name, new), (old_name, here))| {
            let old = if name == old_name { Some(here) } else { old.get(name) };
            old.is_some_and(|old| are_same(name, new, old))
        })
}

#[inline]
fn are_same_items(new: &[Json], old: &[Json]) -> bool {
    new.len() == old.len() && new.iter().zip(old).all(|(new, old)| are_same(new, old))
}

/// Deep equality of the values as Go decodes them: `1` and `1.0` differ, and whole numbers beyond 64 bits are floats. -0.0 is 0.0.
#[inline]
fn are_same(new: &Json, old: &Json) -> bool {
    match (new, old) {
        (Json::Number(new), Json::Number(old)) => match (new.as_i64(), old.as_i64()) {
            (None, None) => new.as_f64() == old.as_f64(),
            (new, old) => new == old,
        },
        (Json::Array(new), Json::Array(old)) => are_same_items(new, old),
        (Json::Object(new), Json::Object(old)) => {
            are_same_entries(new, old, |_, new, old| are_same(new, old))
        }
        (Json::String(new), Json::String(old)) => new == old,
        (Json::Bool(new), Json::Bool(old)) => new == old,
        (Json::Null, Json::Null) => true,
        _ => false,
    }
}
