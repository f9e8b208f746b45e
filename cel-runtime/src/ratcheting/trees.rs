//! Pairs of JSON values. They are compared where they are.

use super::{
    schema::{Model, Schema, Shape},
    way::Pair,
};
use crate::{field_path::Step, json::Json, old_items::KeyedItems, ops::list::CelList};

/// A new value and its old value.
pub(crate) struct InTrees<'o> {
    new: Json<'o>,
    old: Json<'o>,
    /// `None` for the root.
    schema: Option<Schema>,
    /// The old items of a `list-type: map`; `None` until an item is looked up.
    items: Option<KeyedItems<'o, String>>,
}

impl<'o> InTrees<'o> {
    #[inline]
    pub(super) fn root(new: Json<'o>, old: Json<'o>) -> Self {
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
                let new = new.at(index)?;
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
fn is_unchanged(new: Json<'_>, old: Json<'_>, schema: Schema, model: &Model) -> bool {
    match (new, old) {
        (Json::Object(new), Json::Object(old)) => new.all_same(old, |name, new, old| {
            schema.key(model, name).is_some_and(|schema| is_unchanged(new, old, schema, model))
        }),
        (Json::Array(new), Json::Array(old)) => match schema.keyed_items(model) {
            None => Json::Array(new) == Json::Array(old),
            Some(_) if new.length() != old.length() => false,
            Some((keys, schema)) => {
                let old = KeyedItems::new(old, keys);
                new.elements()
                    .all(|new| old.find(new).is_some_and(|old| is_unchanged(new, old, schema, model)))
            }
        },
        _ => new == old,
    }
}
