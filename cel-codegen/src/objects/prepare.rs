//! Prepares an object as the server does before it judges it: unknown fields, nulls, metadata, defaults (k8s: `schema/pruning`,
//! `schema/objectmeta`, `schema/defaulting`).

use super::Unknown;
use crate::{
    defaults::{coerce, metadata},
    fields::FieldMistakes,
    path::Path,
};
use cel_compiler::{
    checker::nearest,
    crd::{
        check::Room,
        document::{Entry, Node, Value},
        props::{Property, SchemaProps},
    },
};
use std::borrow::Cow;

/// An object as it would be stored.
pub(super) struct Prepared {
    pub object: Node,
    /// The fields that were dropped because the schema does not have them, in the server's order.
    pub unknown: Vec<Unknown>,
    /// The number of further dropped fields.
    pub omitted: usize,
}

pub(super) fn prepare(object: &Node, schema: &SchemaProps) -> Prepared {
    let prepared = pruned(object, schema);
    let object = defaulted(&prepared.object, Some(schema), Part::Resource);
    Prepared { object, ..prepared }
}

/// A stored object as an update through a version sees it. The server adds the defaults of the stored version,
/// and drops fields that either version does not know.
pub(super) fn stored(object: &Node, schema: &SchemaProps, storage: Option<&SchemaProps>) -> Node {
    let stored = prepare(object, storage.unwrap_or(schema)).object;
    if storage.is_some() { pruned(&stored, schema).object } else { stored }
}

fn pruned(object: &Node, schema: &SchemaProps) -> Prepared {
    let mut pruner = Pruner { unknown: Vec::new(), room: Room::default(), names_left: MOST_NAMES };
    let pruned = pruner.node(object, Some(schema), &Path::Whole(""), false);
    let Pruner { unknown: mut dropped, mut room, .. } = pruner;
    dropped.sort_by(|a, b| a.path.cmp(&b.path));
    let mut unknown = Vec::new();
    let metadata = object.field("metadata");
    metadata
        .into_iter()
        .for_each(|metadata| unknown_metadata(metadata, &Path::Whole(""), &mut unknown, &mut room));
    unknown.append(&mut dropped);
    let mut embedded = Vec::new();
    let mut has_resource = false;
    metadata::walk(&pruned, schema, &Path::Whole(""), &mut |resource, path| {
        has_resource = true;
        if let Some(metadata) = resource.field("metadata") {
            unknown_metadata(metadata, path, &mut embedded, &mut room);
        }
    });
    embedded.sort_by(|a, b| a.path.cmp(&b.path));
    unknown.append(&mut embedded);
    // Most objects remain as they are: they have no nulls, no embedded resources, and nothing empty in their metadata.
    let is_whole = !has_resource
        && !has_null(&pruned)
        && metadata.is_none_or(|metadata| coerce::metadata(metadata) == *metadata);
    let object = if is_whole { pruned } else { kept(&pruned, Some(schema), Part::Resource) };
    Prepared { object, unknown, omitted: room.cut() }
}

/// Adds the unknown fields of an object's metadata.
fn unknown_metadata(metadata: &Node, path: &Path<'_>, unknown: &mut Vec<Unknown>, room: &mut Room) {
    for mistake in FieldMistakes::of_metadata(metadata) {
        if !room.is_full() {
            let path = Path::Property(&Path::Property(path, "metadata"), &mistake.path).to_string();
            room.takes(path.len());
            unknown.push(Unknown { path, at: mistake.at, help: mistake.help });
        }
    }
}

fn is_plain_null(value: &Node, schema: Option<&SchemaProps>) -> bool {
    value.is_null() && schema.is_some_and(|schema| !schema.nullable)
}

/// What an object is.
#[derive(Clone, Copy)]
enum Part {
    /// A resource: the whole object, or an embedded one.
    Resource,
    /// The metadata of a resource.
    Metadata,
    Other,
}

impl Part {
    /// The same of a property, item or value of this object. `key` is empty for an item.
    fn below(self, key: &str, schema: Option<&SchemaProps>) -> Part {
        match self {
            Part::Resource if key == "metadata" => Part::Metadata,
            _ if schema.is_some_and(|schema| schema.embedded_resource) => Part::Resource,
            _ => Part::Other,
        }
    }
}

/// A value with the defaults of missing properties, and of properties that are null but not nullable.
fn defaulted(value: &Node, schema: Option<&SchemaProps>, part: Part) -> Node {
    let Some(schema) = schema else { return value.clone() };
    let below = |key: &str, value: &Node, schema: Option<&SchemaProps>| {
        let inner = part.below(key, schema);
        if !is_plain_null(value, schema) {
            return defaulted(value, schema, inner);
        }
        let default = schema.and_then(|schema| default_of(schema, key, part, value));
        defaulted(&default.unwrap_or(Node { value: Value::Null, at: value.at }), schema, inner)
    };
    let value_of = match &value.value {
        Value::Object(entries) => {
            let own = entries.iter().map(|Entry { key, at, value }| {
                let schema = schema.property(key).or_else(|| schema.value_schema());
                Entry { key: key.clone(), at: *at, value: below(key, value, schema) }
            });
            let missing = schema.properties.iter().filter_map(|Property { name, schema, .. }| {
                if schema.default.is_none() || value.field(name).is_some() {
                    return None;
                }
                let default = default_of(schema, name, part, value)?;
                let default = defaulted(&default, Some(schema), part.below(name, Some(schema)));
                Some(Entry { key: name.as_str().into(), at: value.at, value: default })
            });
            Value::object(own.chain(missing).collect())
        }
        Value::List(items) => {
            Value::list(items.iter().map(|item| below("", item, schema.item_schema())).collect())
        }
        scalar => scalar.clone(),
    };
    Node { value: value_of, at: value.at }
}

/// The default of a schema as the server keeps it, at the place where it would be. `None` if nothing of it is kept.
fn default_of(schema: &SchemaProps, key: &str, around: Part, place: &Node) -> Option<Node> {
    let default = schema.default.as_ref()?;
    let default = match around {
        Part::Resource if key == "metadata" => coerce::metadata(default),
        Part::Metadata => coerce::property(key, default)?,
        Part::Resource | Part::Other => coerce::coerced(default, schema).into_owned(),
    };
    Some(at(&default, place))
}

/// A copy of a default at the place where it would be. Errors in a default are shown there, since it is in
/// another file.
fn at(default: &Node, place: &Node) -> Node {
    let value = match &default.value {
        Value::List(items) => Value::list(items.iter().map(|item| at(item, place)).collect()),
        Value::Object(entries) => Value::object(
            entries
                .iter()
                .map(|entry| Entry { key: entry.key.clone(), at: place.at, value: at(&entry.value, place) })
                .collect(),
        ),
        scalar => scalar.clone(),
    };
    Node { value, at: place.at }
}

struct Pruner {
    unknown: Vec<Unknown>,
    /// Room for the paths.
    room: Room,
    /// Number of names that may still be compared with unknown ones.
    names_left: usize,
}

/// What each resource has, also without a schema for it.
const OF_RESOURCES: &[&str] = &["metadata", "kind", "apiVersion"];

const MOST_NAMES: usize = 1_000_000;

impl Pruner {
    /// `is_preserved`: a schema around this one keeps unknown fields, down to the next property.
    fn node(
        &mut self,
        value: &Node,
        schema: Option<&SchemaProps>,
        path: &Path<'_>,
        is_preserved: bool,
    ) -> Node {
        let is_preserved =
            is_preserved || schema.is_some_and(|schema| schema.preserve_unknown_fields == Some(true));
        if schema.is_none() && is_preserved {
            return value.clone();
        }
        let kept = match &value.value {
            Value::Object(entries) => Value::object(
                entries.iter().filter_map(|entry| self.entry(entry, schema, path, is_preserved)).collect(),
            ),
            Value::List(items) => {
                let schema = schema.and_then(SchemaProps::item_schema);
                let items = items.iter().enumerate();
                let items =
                    items.map(|(i, item)| self.node(item, schema, &Path::Item(path, i), is_preserved));
                Value::list(items.collect())
            }
            scalar => scalar.clone(),
        };
        Node { value: kept, at: value.at }
    }

    fn entry(
        &mut self,
        entry: &Entry,
        schema: Option<&SchemaProps>,
        path: &Path<'_>,
        is_preserved: bool,
    ) -> Option<Entry> {
        let key = &entry.key;
        let below = Path::Property(path, key);
        // The root is a resource as well.
        let is_resource =
            schema.is_some_and(|schema| schema.embedded_resource || matches!(path, Path::Whole(_)));
        let own = if is_resource { OF_RESOURCES } else { &[] };
        if own.contains(&&**key) {
            return Some(entry.clone());
        }
        if let Some(schema) = schema {
            let known = schema.property(key).map(Some);
            if let Some(schema) =
                known.or_else(|| schema.additional_properties.as_ref().map(|_| schema.value_schema()))
            {
                let value = self.node(&entry.value, schema, &below, false);
                return Some(Entry { value, ..entry.clone() });
            }
        }
        if is_preserved {
            return Some(entry.clone());
        }
        if !self.room.is_full() {
            let path = below.to_string();
            self.room.takes(path.len());
            let meant = schema.and_then(|schema| self.meant(key, own, schema));
            let help = meant.map(|meant| format!("did you mean `{meant}`?")).or_else(|| boolean(key));
            self.unknown.push(Unknown { path, at: entry.at, help });
        }
        None
    }

    /// A property with a similar name. `own` are those that the schema need not have.
    fn meant(&mut self, key: &str, own: &[&str], schema: &SchemaProps) -> Option<String> {
        self.names_left = self.names_left.checked_sub(schema.properties.len())?;
        let known = schema.properties.iter().map(|property| property.name.as_str());
        nearest(key, known.chain(own.iter().copied()).map(Cow::from)).map(Cow::into_owned)
    }
}

/// Help for a key that may be a boolean of YAML: `n: 1` is `"false": 1`.
fn boolean(key: &str) -> Option<String> {
    let help = "YAML reads y, n, yes, no, on and off as booleans: put such a key in quotes";
    matches!(key, "true" | "false").then(|| help.to_owned())
}

fn has_null(value: &Node) -> bool {
    match &value.value {
        Value::Null => true,
        Value::List(items) => items.iter().any(has_null),
        Value::Object(entries) => entries.iter().any(|entry| has_null(&entry.value)),
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => false,
    }
}

/// What the server keeps of a value: nothing of a property that is null and not nullable, and nothing that is empty in the metadata of a
/// resource.
fn kept(value: &Node, schema: Option<&SchemaProps>, part: Part) -> Node {
    let value_of = match &value.value {
        Value::Object(entries) => {
            let entries = entries.iter().filter_map(|entry| {
                let schema =
                    schema.and_then(|schema| schema.property(&entry.key).or_else(|| schema.value_schema()));
                if is_plain_null(&entry.value, schema)
                    && schema.is_some_and(|schema| schema.default.is_none())
                {
                    return None;
                }
                let inner = part.below(&entry.key, schema);
                let value = kept(&entry.value, schema, inner);
                let value = if let Part::Metadata = inner { coerce::metadata(&value) } else { value };
                Some(Entry { value, ..entry.clone() })
            });
            Value::object(entries.collect())
        }
        Value::List(items) => {
            let schema = schema.and_then(SchemaProps::item_schema);
            let inner = part.below("", schema);
            Value::list(items.iter().map(|item| kept(item, schema, inner)).collect())
        }
        scalar => scalar.clone(),
    };
    Node { value: value_of, at: value.at }
}
