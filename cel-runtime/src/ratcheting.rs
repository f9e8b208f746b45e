//! Finds values that an update did not change. Failures of rules on them are warnings (k8s: `apiserver/pkg/cel/common/equality.go`,
//! `CorrelatedObject`).
//!
//! Both objects are written as text when the first rule fails. Values are compared in these texts, with an index for each list and object
//! on the path to the value. The time is linear in the size of the objects. The memory is both texts and eight bytes for each item or
//! entry on the path.

mod schema;
mod text;
mod value;

pub use self::schema::Shape;

use self::{
    schema::{Model, Schema},
    value::Value,
};
use crate::{
    field_path::{Path, Step, StepIdentity},
    json::Json,
    key_index::KeyIndex,
    opaque::Schema as Described,
};
use serde::Serialize;
use std::fmt;

/// An object and the object that it replaces.
pub(crate) struct Ratcheting<'o> {
    objects: Objects<'o>,
    /// Of the schema; empty until the objects are written.
    model: &'static Model,
    /// The values on the way to the one that was asked for last, from the root on: the next one is near.
    way: Vec<Correlated>,
}

enum Objects<'o> {
    /// Objects that are JSON, with the shape of their schema.
    Json {
        new: &'o Json,
        old: &'o Json,
        shape: &'static Shape,
    },
    /// Objects of a type that derives `XValidation`, with the text of its schema.
    Typed {
        schema: &'static str,
        described: fn() -> Option<&'static Described>,
        write: &'o dyn Fn() -> Option<Texts>,
    },
    Written(Texts),
    /// Typed objects that do not serialize. No value is known to be unchanged.
    Unknown,
}

/// The two objects as serde writes them.
pub(crate) struct Texts {
    new: Vec<u8>,
    old: Vec<u8>,
}

impl Texts {
    /// `None` if one of them does not serialize.
    pub(crate) fn of<T: Serialize + ?Sized>(new: &T, old: &T) -> Option<Self> {
        Some(Texts { new: text::write(new)?, old: text::write(old)? })
    }
}

impl<'o> Ratcheting<'o> {
    pub(crate) fn new(new: &'o Json, old: &'o Json, shape: &'static Shape) -> Self {
        Ratcheting::of(Objects::Json { new, old, shape })
    }

    /// For typed objects: the text of their schema, the schema from schemars if a part is opaque, and the function that serializes both.
    pub(crate) fn typed(
        schema: &'static str,
        described: fn() -> Option<&'static Described>,
        write: &'o dyn Fn() -> Option<Texts>,
    ) -> Self {
        Ratcheting::of(Objects::Typed { schema, described, write })
    }

    fn of(objects: Objects<'o>) -> Self {
        Ratcheting { objects, model: Model::EMPTY, way: Vec::new() }
    }

    /// True if the value at a path is unchanged. If it has no old value, the nearest value above that has one counts. Always false at or
    /// below the root's `apiVersion` and `kind` (k8s: `validation.go`, `ratchetingOptions.key`).
    pub(crate) fn is_unchanged(&mut self, path: &Path<'_>) -> bool {
        if self.way.is_empty() {
            self.write();
        }
        let Objects::Written(texts) = &self.objects else { return false };
        let steps = path.steps();
        if let [_, Step::Field("apiVersion" | "kind"), ..] = *steps {
            return false;
        }
        let mut depth = 0;
        for step in steps.into_iter().skip(1) {
            if self.way.get(depth).is_some_and(|value| value.is_unchanged == Some(true)) {
                return true; // all values below it are unchanged, too
            }
            let child = depth.saturating_add(1);
            if self.way.get(child).is_none_or(|known| known.step != step.identity()) {
                let Some(found) =
                    self.way.get_mut(depth).and_then(|value| value.child(step, texts, self.model))
                else {
                    break;
                };
                self.way.truncate(child);
                self.way.push(found);
            }
            depth = child;
        }
        self.way.get_mut(depth).is_some_and(|value| value.is_unchanged(texts, self.model))
    }

    fn write(&mut self) {
        let written = match &self.objects {
            Objects::Json { new, old, shape } => {
                let model = shape.model();
                Texts::of(*new, *old).map(|texts| (texts, model, model.last()))
            }
            Objects::Typed { schema, described, write } => {
                Model::of_type(schema, described()).and_then(|(model, root)| Some((write()?, model, root)))
            }
            Objects::Written(_) | Objects::Unknown => return,
        };
        self.objects = match written {
            Some((texts, model, root)) => {
                self.model = model;
                self.way.push(Correlated::new(Step::Base(""), [0, 0], root));
                Objects::Written(texts)
            }
            None => Objects::Unknown,
        };
    }
}

impl fmt::Debug for Ratcheting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ratcheting").finish_non_exhaustive()
    }
}

/// A new value and its old value.
struct Correlated {
    /// The step from the value above.
    step: StepIdentity,
    /// The places of the new and the old value in the texts.
    new: u32,
    old: u32,
    schema: Schema,
    /// `None` until it is computed.
    is_unchanged: Option<bool>,
    /// `None` until a part is looked up.
    parts: Option<Parts>,
}

/// The places of the parts of two values, relative to the value.
enum Parts {
    Objects { new: Vec<u32>, old: Vec<u32> },
    KeyedLists { new: Cursor, old: KeyedItems },
    None,
}

impl Correlated {
    fn new(step: Step<'_>, [new, old]: [u32; 2], schema: Schema) -> Self {
        Correlated { step: step.identity(), new, old, schema, is_unchanged: None, parts: None }
    }

    /// The part behind a step, if it has an old value.
    fn child(&mut self, step: Step<'_>, texts: &Texts, model: &Model) -> Option<Self> {
        let (new, old) = (Value::at(&texts.new, self.new), Value::at(&texts.old, self.old));
        let parts = self.parts.get_or_insert_with(|| Parts::of(new, old, self.schema, model));
        let (new_part, old_part, schema) = match (step, parts) {
            (Step::Field(name) | Step::Key(name), Parts::Objects { new: new_parts, old: old_parts }) => {
                let quoted = serde_json::to_vec(name).ok()?;
                let places = (new.find(new_parts, &quoted)?, old.find(old_parts, &quoted)?);
                (places.0, places.1, self.schema.key(model, name)?)
            }
            (Step::Index(index), Parts::KeyedLists { new: new_items, old: old_items }) => {
                let place = new_items.go_to(index, new)?;
                let (keys, schema) = self.schema.keyed_items(model)?;
                (place, old_items.find(old, &keys, new.part(place))?, schema)
            }
            _ => return None,
        };
        let places = [self.new.saturating_add(new_part), self.old.saturating_add(old_part)];
        Some(Correlated::new(step, places, schema))
    }

    fn is_unchanged(&mut self, texts: &Texts, model: &Model) -> bool {
        *self.is_unchanged.get_or_insert_with(|| {
            let (new, old) = (Value::at(&texts.new, self.new), Value::at(&texts.old, self.old));
            is_unchanged(new, old, self.schema, model)
        })
    }
}

impl Parts {
    fn of(new: Value<'_>, old: Value<'_>, schema: Schema, model: &Model) -> Self {
        if let (Some(new), Some(old)) = (new.places_of_entries(), old.places_of_entries()) {
            return Parts::Objects { new, old };
        }
        if let Some((keys, _)) = schema.keyed_items(model)
            && let (Some(new), Some(old)) = (Cursor::new(new), KeyedItems::of(old, &keys))
        {
            return Parts::KeyedLists { new, old };
        }
        Parts::None
    }
}

/// A place in a list. Items are asked for in order.
struct Cursor {
    first: u32,
    index: usize,
    place: u32,
}

impl Cursor {
    /// The place of the first item of a list.
    fn new(list: Value<'_>) -> Option<Self> {
        let first = list.place_of_items()?;
        Some(Cursor { first, index: 0, place: first })
    }

    /// Moves to an item and returns its place.
    fn go_to(&mut self, index: usize, list: Value<'_>) -> Option<u32> {
        let (from, place) = if index < self.index { (0, self.first) } else { (self.index, self.place) };
        let item = list.part(place).and_behind().nth(index.saturating_sub(from))?;
        (self.index, self.place) = (index, list.place(item));
        Some(self.place)
    }
}

/// The items of a `list-type: map`, found by their keys. Of several items with the same key the first is found.
struct KeyedItems {
    count: usize,
    index: KeyIndex,
}

impl KeyedItems {
    fn of(list: Value<'_>, keys: &[&str]) -> Option<Self> {
        let items = list.items()?;
        let count = items.clone().count();
        let places = items.map(|item| (list.place(item), item_key(item, keys)));
        Some(KeyedItems { count, index: KeyIndex::of_places(count, places) })
    }

    /// The place of the item with the same key as `item`.
    fn find(&self, list: Value<'_>, keys: &[&str], item: Value<'_>) -> Option<u32> {
        let key = item_key(item, keys)?;
        self.index.find_place(&key, |place| item_key(list.part(place), keys).as_ref() == Some(&key))
    }
}

/// The texts of the parts of an item's key. `None` if a part is missing or cannot be a key.
fn item_key<'t>(item: Value<'t>, keys: &[&str]) -> Option<Vec<&'t [u8]>> {
    let mut parts = Vec::with_capacity(keys.len());
    for key in keys {
        let part = item.entries()?.find(|(name, _)| name.text() == **key)?.1.raw();
        parts.push(match part {
            [b'{' | b'[' | b'n', ..] => return None,
            b"-0.0" if keys.len() == 1 => b"0.0", // see `KeyPart::alone`
            part => part,
        });
    }
    Some(parts)
}

/// Compares two values. The recursion is as deep as the schema.
fn is_unchanged(new: Value<'_>, old: Value<'_>, schema: Schema, model: &Model) -> bool {
    if let (Some(mut new), Some(mut old)) = (new.entries(), old.entries()) {
        return loop {
            match (new.next(), old.next()) {
                (None, None) => break true,
                (Some((name, new)), Some((old_name, old))) if name.raw() == old_name.raw() => {
                    let schema = schema.key(model, &name.text());
                    if !schema.is_some_and(|schema| is_unchanged(new, old, schema, model)) {
                        break false;
                    }
                }
                _ => break false,
            }
        };
    }
    if let Some((keys, schema)) = schema.keyed_items(model)
        && let (Some(mut items), Some(old_items)) = (new.items(), KeyedItems::of(old, &keys))
    {
        let is_same = |new| {
            let place = old_items.find(old, &keys, new);
            place.is_some_and(|place| is_unchanged(new, old.part(place), schema, model))
        };
        return items.clone().count() == old_items.count && items.all(is_same);
    }
    new.is_same(old)
}

#[cfg(test)]
mod tests;
