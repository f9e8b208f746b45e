//! Reads repeated keys as Go's JSON decoder does.

use super::shape::{CRD, Field, Shape};
use cel_compiler::{
    crd::document::{Entry, Node, Repeated, Value},
    library::KubernetesVersion,
};
use std::collections::HashMap;

/// A JSON document as Go decodes it. If a key of a struct is repeated, the fields of both values count.
#[must_use]
pub fn merged(document: Node, repeated: &Repeated) -> Node {
    if repeated.objects.is_empty() {
        return document;
    }
    let is_list = document.field("items").is_some();
    merge_repeated(&document, if is_list { &LIST } else { &CRD }, repeated)
}

static LIST: Shape =
    Shape::Struct(&[Field { name: "items", shape: Shape::List(&CRD), since: KubernetesVersion(0) }]);

fn merge_repeated(node: &Node, shape: &'static Shape, repeated: &Repeated) -> Node {
    let value = match (shape, &node.value) {
        (Shape::Lenient(inner), _) => return merge_repeated(node, inner, repeated),
        (Shape::Either(object, list), value) => {
            let shape = if matches!(value, Value::List(_)) { list } else { object };
            return merge_repeated(node, shape, repeated);
        }
        (_, Value::List(items)) => {
            let item = item_of(shape);
            Value::list(items.iter().map(|node| merge_repeated(node, item, repeated)).collect())
        }
        (_, Value::Object(_)) => {
            let mut entries: Vec<Entry> = Vec::new();
            let mut places = HashMap::new();
            for entry in repeated.entries(node) {
                let inner = value_of(shape, &entry.key);
                let value = merge_repeated(&entry.value, inner, repeated);
                match places.get(&entry.key).and_then(|at: &usize| entries.get_mut(*at)) {
                    Some(known) if matches!(shape, Shape::Struct(_)) => {
                        known.value = over(&known.value, value, inner);
                    }
                    Some(known) => known.value = value,
                    None => {
                        places.insert(entry.key.clone(), entries.len());
                        entries.push(Entry { value, ..entry.clone() });
                    }
                }
            }
            Value::object(entries)
        }
        (_, scalar) => scalar.clone(),
    };
    Node { value, at: node.at }
}

/// A value, merged with the earlier value of a repeated key as Go does.
fn over(old: &Node, new: Node, shape: &'static Shape) -> Node {
    match (shape, &old.value, &new.value) {
        (Shape::Struct(_) | Shape::Map(_), Value::Object(before), Value::Object(after)) => {
            let mut entries = before.to_vec();
            let own: HashMap<&str, usize> =
                before.iter().enumerate().map(|(i, entry)| (&*entry.key, i)).collect();
            for entry in after.iter() {
                match own.get(&*entry.key).and_then(|at| entries.get_mut(*at)) {
                    Some(known) if matches!(shape, Shape::Struct(_)) => {
                        known.value = over(&known.value, entry.value.clone(), value_of(shape, &entry.key));
                    }
                    Some(known) => *known = entry.clone(),
                    None => entries.push(entry.clone()),
                }
            }
            Node { value: Value::object(entries), at: new.at }
        }
        (Shape::List(item), Value::List(before), Value::List(after)) => {
            let items = after.iter().enumerate().map(|(i, new)| match before.get(i) {
                Some(old) => over(old, new.clone(), item),
                None => new.clone(),
            });
            Node { value: Value::list(items.collect()), at: new.at }
        }
        _ => new,
    }
}

fn item_of(shape: &'static Shape) -> &'static Shape {
    if let Shape::List(item) = shape { item } else { &Shape::Any }
}

fn value_of(shape: &'static Shape, key: &str) -> &'static Shape {
    match shape {
        Shape::Struct(fields) => {
            fields.iter().find(|field| field.name == key).map_or(&Shape::Any, |field| &field.shape)
        }
        Shape::Map(value) => value,
        _ => &Shape::Any,
    }
}
