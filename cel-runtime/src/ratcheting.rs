//! What an update leaves as it was: failures of rules there are warnings (k8s: `apiserver/pkg/cel/common/equality.go`,
//! `CorrelatedObject`).

use crate::{
    field_path::{Path, Step},
    json::Json,
    old_items::{KeyPart, part},
};
use std::{collections::HashMap, fmt};

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
pub(crate) struct Ratcheting<'o> {
    objects: Objects<'o>,
    /// Nodes that were compared already, by the address of the new value.
    unchanged: HashMap<*const Json, bool>,
    old_items: Positions,
}

/// Of lists with keys, by the address of the old one: where the first item with a key is.
type Positions = HashMap<*const Json, HashMap<Vec<KeyPart<'static>>, usize>>;

enum Objects<'o> {
    /// Objects that are JSON, with the shape of their schema.
    Json {
        new: &'o Json,
        old: &'o Json,
        shape: &'static Shape,
    },
    /// Objects of a type that derives `XValidation`, with the text of its schema; serialized when a rule fails.
    Typed {
        text: &'static str,
        serialize: &'o dyn Fn() -> Option<[Json; 2]>,
    },
    Serialized {
        objects: [Json; 2],
        model: Json,
    },
    /// Such a type that does not serialize: nothing is known to be unchanged.
    Unknown,
}

impl<'o> Ratcheting<'o> {
    pub(crate) fn new(new: &'o Json, old: &'o Json, shape: &'static Shape) -> Self {
        Ratcheting::of(Objects::Json { new, old, shape })
    }

    /// For typed objects; `serialize` gives the new one and the old one.
    pub(crate) fn typed(text: &'static str, serialize: &'o dyn Fn() -> Option<[Json; 2]>) -> Self {
        Ratcheting::of(Objects::Typed { text, serialize })
    }

    fn of(objects: Objects<'o>) -> Self {
        Ratcheting { objects, unchanged: HashMap::new(), old_items: HashMap::new() }
    }

    /// True if the value at a path, or else the nearest one above that has an old value, is what it was.
    pub(crate) fn is_unchanged(&mut self, path: &Path<'_>) -> bool {
        if let Objects::Typed { text, serialize } = self.objects {
            self.objects = match (serialize(), serde_json::from_str(text)) {
                (Some(objects), Ok(model)) => Objects::Serialized { objects, model },
                _ => Objects::Unknown,
            };
        }
        let root = match &self.objects {
            Objects::Json { new, old, shape } => Correlated { new, old, schema: Schema::Shape(shape) },
            Objects::Serialized { objects: [new, old], model } => {
                Correlated { new, old, schema: Schema::of_root(model) }
            }
            Objects::Typed { .. } | Objects::Unknown => return false,
        };
        let Some(nearest) = root.nearest(path, &mut self.old_items) else { return false };
        *self.unchanged.entry(nearest.new).or_insert_with(|| nearest.is_unchanged())
    }
}

impl fmt::Debug for Ratcheting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ratcheting").finish_non_exhaustive()
    }
}

/// A new value and the old one that it belongs to.
#[derive(Clone, Copy)]
struct Correlated<'o> {
    new: &'o Json,
    old: &'o Json,
    schema: Schema<'o>,
}

impl<'o> Correlated<'o> {
    /// The value at a path, if it has an old one, else the last one above that has; none at or below the root's `apiVersion` and
    /// `kind` (k8s: `validation.go`, `ratchetingOptions.key`).
    fn nearest(self, path: &Path<'_>, old_items: &mut Positions) -> Option<Self> {
        let mut nearest = self;
        for (depth, step) in path.steps().into_iter().enumerate() {
            let child = match step {
                Step::Base(_) => continue,
                Step::Field("apiVersion" | "kind") if depth == 1 => return None,
                Step::Field(name) | Step::Key(name) => nearest.key(name),
                Step::Index(index) => nearest.index(index, old_items),
            };
            let Some(child) = child else { break };
            nearest = child;
        }
        Some(nearest)
    }

    fn key(self, name: &str) -> Option<Self> {
        let (new, old) = (self.new.as_object()?.get(name)?, self.old.as_object()?.get(name)?);
        Some(Correlated { new, old, schema: self.schema.key(name)? })
    }

    /// The old items are looked through once, not for each failure.
    fn index(self, index: usize, old_items: &mut Positions) -> Option<Self> {
        let (keys, schema) = self.schema.keyed_items()?;
        let (new, old) = (self.new.as_array()?.get(index)?, self.old.as_array()?);
        let positions = old_items.entry(self.old).or_insert_with(|| {
            let mut positions = HashMap::new();
            for (position, item) in old.iter().enumerate() {
                if let Some(key) = item_key(item, &keys) {
                    positions.entry(key.into_iter().map(KeyPart::into_owned).collect()).or_insert(position);
                }
            }
            positions
        });
        let old = old.get(*positions.get(&item_key(new, &keys)?)?)?;
        Some(Correlated { new, old, schema })
    }

    /// Recursive as deep as the schema is.
    fn is_unchanged(self) -> bool {
        match (self.new, self.old) {
            (Json::Object(new), Json::Object(old)) => {
                let is_same = |name| self.key(name).is_some_and(Correlated::is_unchanged);
                new.len() == old.len() && new.keys().all(|name| is_same(name))
            }
            (Json::Array(new), Json::Array(old)) => match self.schema.keyed_items() {
                Some((keys, schema)) => {
                    let old_items = KeyedItems::new(Some(old), keys);
                    let is_same = |new| {
                        let old = old_items.find(new);
                        old.is_some_and(|old| Correlated { new, old, schema }.is_unchanged())
                    };
                    new.len() == old.len() && new.iter().all(is_same)
                }
                None => are_equal(self.new, self.old),
            },
            _ => are_equal(self.new, self.old),
        }
    }
}

/// What the schema of a node says of the nodes below it.
#[derive(Clone, Copy)]
enum Schema<'o> {
    Shape(&'static Shape),
    /// A node in the text of a type's schema, with that text's definitions.
    Model {
        definitions: &'o Json,
        node: &'o Json,
    },
}

impl<'o> Schema<'o> {
    fn of_root(model: &'o Json) -> Self {
        static NONE: Json = Json::Null;
        let definitions = model.get("definitions").unwrap_or(&NONE);
        let root = model.get("root").and_then(Json::as_str).and_then(|root| definition(definitions, root));
        Schema::Model { definitions, node: root.unwrap_or(&NONE) }.resolved()
    }

    /// Behind references.
    fn resolved(self) -> Self {
        let Schema::Model { definitions, mut node } = self else { return self };
        while let Some(referred) = referred(node).and_then(|id| definition(definitions, id)) {
            node = referred;
        }
        Schema::Model { definitions, node }
    }

    fn key(self, name: &str) -> Option<Self> {
        match self {
            Schema::Shape(Shape::Object(properties)) => {
                let found = properties.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
                Some(Schema::Shape(&properties.get(found)?.1))
            }
            Schema::Shape(Shape::Map(values)) => Some(Schema::Shape(values)),
            Schema::Shape(Shape::Leaf | Shape::KeyedList(..)) => None,
            Schema::Model { definitions, node } => {
                if node.get("held").is_some_and(|held| held == "resource") {
                    return None; // what rules see of it is not in the schema
                }
                let is_named = |field: &&Json| field.get("name").and_then(Json::as_str) == Some(name);
                let field = || node.get("fields")?.as_array()?.iter().find(is_named);
                let node = match node.get("type")?.as_str()? {
                    "object" => field()?.get("node")?,
                    "map" => node.get("values")?,
                    _ => return None,
                };
                Some(Schema::Model { definitions, node }.resolved())
            }
        }
    }

    /// For a `list-type: map`, its keys and its items.
    fn keyed_items(self) -> Option<(Vec<&'o str>, Self)> {
        match self {
            Schema::Shape(Shape::KeyedList(keys, items)) => Some((keys.to_vec(), Schema::Shape(items))),
            Schema::Shape(Shape::Leaf | Shape::Object(_) | Shape::Map(_)) => None,
            Schema::Model { definitions, node } => {
                let keys = node.get("list_type")?.as_array()?.iter().filter_map(Json::as_str).collect();
                Some((keys, Schema::Model { definitions, node: node.get("items")? }.resolved()))
            }
        }
    }
}

fn definition<'o>(definitions: &'o Json, id: &str) -> Option<&'o Json> {
    definitions.get(id)?.get("node")
}

/// The definition that a node is a reference to.
fn referred(node: &Json) -> Option<&str> {
    let is_reference = node.get("type").and_then(Json::as_str) == Some("ref");
    node.get("id").and_then(Json::as_str).filter(|_| is_reference)
}

/// Deep equality as Go decodes the values: `1` and `1.0` differ, and numbers beyond 64 bits are floats.
pub(crate) fn are_equal(new: &Json, old: &Json) -> bool {
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
    keys: Vec<&'o str>,
    items: HashMap<Vec<KeyPart<'o>>, &'o Json>,
}

impl<'o> KeyedItems<'o> {
    pub(crate) fn new(items: Option<&'o Vec<Json>>, keys: Vec<&'o str>) -> Self {
        let mut found = HashMap::new();
        for item in items.into_iter().flatten() {
            if let Some(key) = item_key(item, &keys) {
                found.entry(key).or_insert(item);
            }
        }
        KeyedItems { keys, items: found }
    }

    pub(crate) fn find(&self, new: &Json) -> Option<&'o Json> {
        if self.items.is_empty() {
            return None;
        }
        self.items.get(&item_key(new, &self.keys)?).copied()
    }
}

/// None if a part is missing, or is something else.
fn item_key<'o>(item: &'o Json, keys: &[&str]) -> Option<Vec<KeyPart<'o>>> {
    let mut parts = Vec::with_capacity(keys.len());
    for key in keys {
        parts.push(part(item.get(key)?)?);
    }
    Some(parts)
}

#[cfg(test)]
mod tests;
