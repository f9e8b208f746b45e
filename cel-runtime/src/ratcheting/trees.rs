//! Pairs of JSON values. They are compared where they are.

use super::{
    schema::{Model, Schema, Shape},
    way::Pair,
};
use crate::{
    field_path::Step,
    json::{AnyJson, AnyList, Content},
    old_items::KeyedItems,
};

/// A new value and its old value.
pub(crate) struct InTrees<'o> {
    new: AnyJson<'o>,
    old: AnyJson<'o>,
    /// `None` for the root.
    schema: Option<Schema>,
    /// The old items of a `list-type: map`; `None` until an item is looked up.
    items: Option<KeyedItems<'o, String, AnyList<'o>>>,
}

impl<'o> InTrees<'o> {
    #[inline]
    pub(super) fn root(new: AnyJson<'o>, old: AnyJson<'o>) -> Self {
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
        let (new, old, schema) = match (step, self.new.content(), self.old.content()) {
            (Step::Field(name) | Step::Key(name), Content::Object(new), Content::Object(old)) => {
                (new.get(name)?, old.get(name)?, schema.key(model, name)?)
            }
            (Step::Index(index), Content::Array(new), Content::Array(old)) => {
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
fn is_unchanged(new: AnyJson<'_>, old: AnyJson<'_>, schema: Schema, model: &Model) -> bool {
    match (new.content(), old.content()) {
        (Content::Object(new), Content::Object(old)) => new.all_same(old, |name, new, old| {
            schema.key(model, name).is_some_and(|schema| is_unchanged(new, old, schema, model))
        }),
        (Content::Array(new), Content::Array(old)) => match schema.keyed_items(model) {
            None => Content::Array(new) == Content::Array(old),
            Some(_) if new.length() != old.length() => false,
            Some((keys, schema)) => {
                let old = KeyedItems::new(old, keys);
                new.iter().all(|new| old.find(new).is_some_and(|old| is_unchanged(new, old, schema, model)))
            }
        },
        (new, old) => new == old,
    }
}
