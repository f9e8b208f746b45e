//! Types of k8s-openapi as parts of trees: their schemas and random values, from the table.

use super::scalars;
use crate::{kubernetes::compared, mutation::Random};
use cel_types::kubernetes::{Entry, Field, NEWEST, RustType, Shape, at};
use serde_json::{Map, Value};

/// The entry for a scalar's schema, if the scalar is such a type.
pub fn entry(schema: &str) -> Option<Entry> {
    at(schema.strip_prefix(scalars::FOREIGN)?)
}

/// The schema of an entry.
pub fn schema(entry: Entry) -> Value {
    compared::schema(entry, Some(NEWEST))
}

/// The properties that can identify the items of a list of this type.
pub fn keys(entry: Entry) -> Vec<String> {
    let Shape::Object(fields) = entry.shape(Some(NEWEST)) else { return Vec::new() };
    let is_key = |field: &&Field| field.is_required() && matches!(field.ty, RustType::String | RustType::I32);
    fields.iter().filter(is_key).map(|field| field.name.to_owned()).collect()
}

/// A random value. Deep parts are small.
pub fn value(random: &mut Random, entry: Entry, depth: usize) -> Value {
    let pick =
        |random: &mut Random, values: &[&str]| serde_json::from_str(random.pick(values)).unwrap_or_default();
    match entry.shape(Some(NEWEST)) {
        Shape::Object(fields) => object(random, &fields, depth),
        Shape::Untyped | Shape::Union => pick(random, &["{}", r#"{"a": 1}"#, r#"{"a": {"b": []}}"#]),
        Shape::Quantity => pick(random, scalars::QUANTITIES),
        Shape::IntOrString => pick(random, scalars::PORTS),
        Shape::Time | Shape::MicroTime => pick(random, scalars::TIMES),
    }
}

/// A copy with changes in some parts.
pub fn changed(random: &mut Random, entry: Entry, value: &Value) -> Value {
    let (Shape::Object(fields), Some(object)) = (entry.shape(Some(NEWEST)), value.as_object()) else {
        return self::value(random, entry, 0);
    };
    let mut object = object.clone();
    for field in &fields {
        match random.below(8) {
            0 => set(random, &mut object, field, 0),
            1 => match (&field.ty, object.get_mut(field.name)) {
                (RustType::Named(entry), Some(value)) => *value = changed(random, *entry, value),
                (RustType::Vec(_), Some(Value::Array(items))) if !items.is_empty() => items.rotate_left(1),
                _ => {}
            },
            _ => {}
        }
    }
    object.into()
}

fn object(random: &mut Random, fields: &[Field], depth: usize) -> Value {
    let mut object = Map::new();
    for field in fields {
        if field.is_required() || random.below(fields.len() * (depth + 1)) < 4 {
            set(random, &mut object, field, depth);
        }
    }
    object.into()
}

fn set(random: &mut Random, object: &mut Map<String, Value>, field: &Field, depth: usize) {
    if !field.is_required() && random.below(6) == 0 {
        object.remove(field.name);
    } else if let cel_types::kubernetes::Held::Text(text) = field.held {
        object.insert(field.name.to_owned(), text.into());
    } else {
        object.insert(field.name.to_owned(), of_type(random, &field.ty, depth));
    }
}

fn of_type(random: &mut Random, ty: &RustType, depth: usize) -> Value {
    let mut pick = |values: &[&str]| serde_json::from_str(random.pick(values)).unwrap_or_default();
    match ty {
        RustType::String => pick(scalars::TEXTS),
        RustType::Bool => pick(&["true", "false"]),
        RustType::I32 => pick(&["0", "1", "2", "-1", "100", "2147483647"]),
        RustType::I64 => pick(&["0", "1", "2", "-1", "9223372036854775807"]),
        RustType::F64 => pick(&["0.5", "1.0", "-0.0"]),
        RustType::Bytes => pick(&[r#""""#, r#""YQ==""#, r#""YWI=""#]),
        RustType::Box(inner) => of_type(random, inner, depth),
        RustType::Named(entry) => value(random, *entry, depth + 1),
        RustType::Vec(items) => {
            let size = random.below(4);
            (0..size).map(|_| of_type(random, items, depth)).collect()
        }
        RustType::Map(values) => {
            let size = random.below(4);
            let mut entry = || {
                let key = random.pick(&["a", "b", "x", "a-b", "app.kubernetes.io/name", ""]).to_owned();
                (key, of_type(random, values, depth))
            };
            (0..size).map(|_| entry()).collect::<Map<_, _>>().into()
        }
    }
}
