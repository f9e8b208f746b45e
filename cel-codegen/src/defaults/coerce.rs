//! The metadata of a resource as a server keeps it: it reads `metadata` as an `ObjectMeta` and writes that again, so nothing that is
//! empty or unknown remains (k8s: `schema/objectmeta`, `CoerceWithOptions`). `{name: a, labels: {}}` becomes `{name: a}`.

use super::{metadata::walk, object_meta};
use crate::path::Path;
use cel_compiler::crd::{
    document::{Entry, Node, Value},
    props::SchemaProps,
};
use cel_types::{Timestamp, formatted::rfc3339};
use std::borrow::Cow;

/// A value with the metadata of its embedded resources as the server keeps it. The value has the form of its schema.
pub(crate) fn coerced<'n>(value: &'n Node, schema: &SchemaProps) -> Cow<'n, Node> {
    let mut is_resource = false;
    walk(value, schema, &Path::Whole(""), &mut |_, _| is_resource = true);
    if is_resource { Cow::Owned(with_metadata(value, Some(schema))) } else { Cow::Borrowed(value) }
}

fn with_metadata(value: &Node, schema: Option<&SchemaProps>) -> Node {
    let Some(schema) = schema else { return value.clone() };
    let value_of = match &value.value {
        Value::Object(entries) => {
            let entries = entries.iter().map(|entry| {
                let value = match &*entry.key {
                    "metadata" if schema.embedded_resource => metadata(&entry.value),
                    key => {
                        with_metadata(&entry.value, schema.property(key).or_else(|| schema.value_schema()))
                    }
                };
                Entry { value, ..entry.clone() }
            });
            Value::object(entries.collect())
        }
        Value::List(items) => {
            Value::list(items.iter().map(|item| with_metadata(item, schema.item_schema())).collect())
        }
        scalar => scalar.clone(),
    };
    Node { value: value_of, at: value.at }
}

/// The metadata of a resource as the server keeps it.
pub(crate) fn metadata(metadata: &Node) -> Node {
    if object_meta::mismatch(metadata).is_some() {
        return metadata.clone(); // the server cannot decode it
    }
    kept(metadata, property)
}

/// A property of the metadata as the server keeps it. `None` if it is empty or unknown.
pub(crate) fn property(key: &str, value: &Node) -> Option<Node> {
    let is_kept = match key {
        "name" | "generateName" | "namespace" | "selfLink" | "uid" | "resourceVersion" => !is_empty(value),
        "generation" => {
            !value.is_null() && !matches!(value.value, Value::Int(0)) && value.value != Value::Float(0.0)
        }
        "creationTimestamp" | "deletionTimestamp" => return time(value),
        "deletionGracePeriodSeconds" => !value.is_null(),
        "labels" | "annotations" => {
            return kept_parts(value, |value| kept(value, |_, text| Some(or_empty(text))));
        }
        "finalizers" => return kept_parts(value, |value| each(value, or_empty)),
        "ownerReferences" => return kept_parts(value, |value| each(value, owner)),
        "managedFields" => return kept_parts(value, |value| each(value, |item| kept(item, manager))),
        _ => false,
    };
    is_kept.then(|| value.clone())
}

/// An owner as Go writes it: four of its properties are always there.
fn owner(value: &Node) -> Node {
    let known = kept(value, |key, value| match key {
        "apiVersion" | "kind" | "name" | "uid" => Some(or_empty(value)),
        "controller" | "blockOwnerDeletion" => (!value.is_null()).then(|| value.clone()),
        _ => None,
    });
    let missing = ["apiVersion", "kind", "name", "uid"].into_iter().filter(|key| known.field(key).is_none());
    let empty = Node { value: Value::String("".into()), at: value.at };
    let missing = missing.map(|key| Entry { key: key.into(), at: value.at, value: empty.clone() });
    let entries = known.entries().iter().cloned().chain(missing).collect();
    Node { value: Value::object(entries), at: value.at }
}

fn manager(key: &str, value: &Node) -> Option<Node> {
    let is_kept = match key {
        "manager" | "operation" | "apiVersion" | "fieldsType" | "subresource" => !is_empty(value),
        "time" => return time(value),
        "fieldsV1" => !value.is_null(),
        _ => false,
    };
    is_kept.then(|| value.clone())
}

/// A time as the server writes it: in UTC, and without parts of a second.
fn time(value: &Node) -> Option<Node> {
    let time = Timestamp::from_seconds(rfc3339(value.as_str()?).ok()?.seconds())?;
    Some(Node { value: Value::String(time.to_string().into()), at: value.at })
}

/// A list or map, unless it is empty.
fn kept_parts(value: &Node, parts: impl FnOnce(&Node) -> Node) -> Option<Node> {
    let is_kept = match &value.value {
        Value::List(items) => !items.is_empty(),
        Value::Object(_) => !value.entries().is_empty(),
        _ => false,
    };
    is_kept.then(|| parts(value))
}

fn is_empty(value: &Node) -> bool {
    value.is_null() || value.as_str() == Some("")
}

/// Null is Go's empty text.
fn or_empty(value: &Node) -> Node {
    if value.is_null() { Node { value: Value::String("".into()), at: value.at } } else { value.clone() }
}

/// The entries of an object that are kept, with their new values.
fn kept(object: &Node, keep: impl Fn(&str, &Node) -> Option<Node>) -> Node {
    let entries = object.entries().iter();
    let entries =
        entries.filter_map(|entry| Some(Entry { value: keep(&entry.key, &entry.value)?, ..entry.clone() }));
    Node { value: Value::object(entries.collect()), at: object.at }
}

/// A list with new items.
fn each(list: &Node, item: impl Fn(&Node) -> Node) -> Node {
    let items = match &list.value {
        Value::List(items) => items.iter().map(item).collect(),
        _ => Vec::new(),
    };
    Node { value: Value::list(items), at: list.at }
}
