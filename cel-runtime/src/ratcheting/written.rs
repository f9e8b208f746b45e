//! Pairs of values among the bytes of both objects. Each object, list and map on the way to a value has an index.

use super::{
    schema::{Model, Schema},
    value::Value,
    way::Pair,
    writer::{WriteObject, write_both, write_parts},
};
use crate::{field_path::Step, key_index::KeyIndex};
use serde::Serialize;

/// The two objects as serde writes them.
pub(crate) struct Written {
    bytes: Vec<u8>,
    start_of_old: u32,
}

impl Written {
    /// The value behind these names alone, for a question about it. Without names it is the whole objects. `None` if one of them does not
    /// serialize.
    pub(crate) fn part<T: Serialize + ?Sized>(new: &T, old: &T, names: &[&str]) -> Option<Self> {
        Written::new(&|writer| new.serialize(writer), &|writer| old.serialize(writer), names)
    }

    #[inline]
    fn new(new: WriteObject<'_>, old: WriteObject<'_>, names: &[&str]) -> Option<Self> {
        let (bytes, start_of_old) = match names {
            [] => write_both(new, old)?,
            _ => write_parts(new, old, names)?,
        };
        Some(Written { bytes, start_of_old })
    }

    /// Compares all that is written.
    #[inline]
    pub(super) fn is_unchanged(&self, schema: Schema, model: &Model) -> bool {
        let [new, old] = self.values(0, self.start_of_old);
        is_unchanged(new, old, schema, model)
    }

    #[inline]
    pub(super) fn root(&self, schema: Schema) -> InWritten {
        InWritten::at(0, self.start_of_old, schema)
    }

    #[inline]
    fn values(&self, new: u32, old: u32) -> [Value<'_>; 2] {
        [new, old].map(|place| Value::at(&self.bytes, place))
    }
}

/// A new value and its old value.
pub(crate) struct InWritten {
    /// The places of the new and the old value.
    new: u32,
    old: u32,
    schema: Schema,
    /// How many entries of objects were looked up so far.
    looked_up: u8,
    /// `None` until it pays.
    parts: Option<Box<Parts>>,
}

/// The places of the parts of two values, relative to the value.
enum Parts {
    Objects { new: Vec<u32>, old: Vec<u32> },
    KeyedLists { new: Cursor, old: KeyedItems },
    None,
}

impl InWritten {
    #[inline]
    fn at(new: u32, old: u32, schema: Schema) -> Self {
        InWritten { new, old, schema, looked_up: 0, parts: None }
    }

    /// The places of two entries, relative to the value. An index takes as long as a few searches.
    #[inline]
    fn entry(&mut self, name: &str, new: Value<'_>, old: Value<'_>, model: &Model) -> Option<(u32, u32)> {
        if self.looked_up < FEW {
            self.looked_up = self.looked_up.saturating_add(1);
            return Some((new.place(new.entry(name)?), old.place(old.entry(name)?)));
        }
        let parts = self.parts.get_or_insert_with(|| Parts::of(new, old, self.schema, model).into());
        let Parts::Objects { new: new_places, old: old_places } = &**parts else { return None };
        Some((new.find(new_places, name)?, old.find(old_places, name)?))
    }
}

/// Number of entries that are looked up without an index.
const FEW: u8 = 4;

impl Pair for InWritten {
    type Shared = (Written, &'static Model);

    #[inline]
    fn child(&mut self, step: Step<'_>, (written, model): &Self::Shared) -> Option<Self> {
        let [new, old] = written.values(self.new, self.old);
        let (new_part, old_part, schema) = match step {
            Step::Field(name) | Step::Key(name) => {
                let (new_part, old_part) = self.entry(name, new, old, model)?;
                (new_part, old_part, self.schema.key(model, name)?)
            }
            Step::Index(index) => {
                let parts = self.parts.get_or_insert_with(|| Parts::of(new, old, self.schema, model).into());
                let Parts::KeyedLists { new: new_items, old: old_items } = &mut **parts else { return None };
                let place = new_items.go_to(index, new)?;
                let (keys, schema) = self.schema.keyed_items(model)?;
                (place, old_items.find(old, keys, new.part(place))?, schema)
            }
            _ => return None,
        };
        Some(InWritten::at(self.new.saturating_add(new_part), self.old.saturating_add(old_part), schema))
    }

    #[inline]
    fn is_unchanged(&self, (written, model): &Self::Shared) -> bool {
        let [new, old] = written.values(self.new, self.old);
        is_unchanged(new, old, self.schema, model)
    }
}

impl Parts {
    #[inline]
    fn of(new: Value<'_>, old: Value<'_>, schema: Schema, model: &Model) -> Self {
        if let (Some(new), Some(old)) = (new.places_of_entries(), old.places_of_entries()) {
            return Parts::Objects { new, old };
        }
        if let Some((keys, _)) = schema.keyed_items(model)
            && let (Some(new), Some(old)) = (Cursor::new(new), KeyedItems::of(old, keys))
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
    #[inline]
    fn new(list: Value<'_>) -> Option<Self> {
        let first = list.place_of_items()?;
        Some(Cursor { first, index: 0, place: first })
    }

    /// Moves to an item and returns its place.
    #[inline]
    fn go_to(&mut self, index: usize, list: Value<'_>) -> Option<u32> {
        let (from, place) = if index < self.index { (0, self.first) } else { (self.index, self.place) };
        let item = list.items_from(place)?.nth(index.saturating_sub(from))?;
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
    #[inline]
    fn of(list: Value<'_>, keys: &[String]) -> Option<Self> {
        let items = list.items()?;
        let count = items.clone().count();
        let places = items.map(|item| (list.place(item), item_key(item, keys)));
        Some(KeyedItems { count, index: KeyIndex::of_places(count, places) })
    }

    /// The place of the item with the same key as `item`.
    #[inline]
    fn find(&self, list: Value<'_>, keys: &[String], item: Value<'_>) -> Option<u32> {
        let key = item_key(item, keys)?;
        self.index.find_place(&key, |place| item_key(list.part(place), keys).as_ref() == Some(&key))
    }
}

/// The bytes of the parts of an item's key. `None` if a part is missing or cannot be a key.
#[inline]
fn item_key<'b>(item: Value<'b>, keys: &[String]) -> Option<Vec<&'b [u8]>> {
    let is_alone = keys.len() == 1; // see `KeyPart::alone`
    keys.iter().map(|key| item.entry(key)?.key_part(is_alone)).collect()
}

/// Compares two values. Mostly the update has not changed the value, so both have the same bytes.
#[inline]
fn is_unchanged(new: Value<'_>, old: Value<'_>, schema: Schema, model: &Model) -> bool {
    new.raw() == old.raw() && is_known(new, schema, model) || has_same_parts(new, old, schema, model)
}

/// True if a value [has the same parts](has_same_parts) as itself: each entry is in the schema. A shadowed entry must be there, too.
#[inline]
fn is_known(value: Value<'_>, schema: Schema, model: &Model) -> bool {
    if let Some(mut entries) = value.entries() {
        return entries.all(|(name, value)| {
            let schema = name.text().and_then(|name| schema.key(model, name));
            schema.is_some_and(|schema| is_known(value, schema, model))
        });
    }
    schema.keyed_items(model).is_none() || has_same_parts(value, value, schema, model)
}

/// Compares the parts of two values. The recursion is as deep as the schema.
#[inline]
fn has_same_parts(new: Value<'_>, old: Value<'_>, schema: Schema, model: &Model) -> bool {
    let is_same = |name: Value<'_>, new: Value<'_>, old: Value<'_>| {
        let schema = name.text().and_then(|name| schema.key(model, name));
        schema.is_some_and(|schema| has_same_parts(new, old, schema, model))
    };
    if let Some(is_same) = new.has_same_entries(old, is_same) {
        return is_same;
    }
    if let Some((keys, schema)) = schema.keyed_items(model)
        && let (Some(mut items), Some(old_items)) = (new.items(), KeyedItems::of(old, keys))
    {
        let is_same = |new| {
            let place = old_items.find(old, keys, new);
            place.is_some_and(|place| has_same_parts(new, old.part(place), schema, model))
        };
        return items.clone().count() == old_items.count && items.all(is_same);
    }
    new.is_same(old)
}
