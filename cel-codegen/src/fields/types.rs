//! Finds fields outside of the schemas whose values have the wrong type.

use super::shape::{CRD, EXTERNAL_DOCS, SCHEMA, Shape};
use crate::{defaults::formats, path::Path};
use cel_compiler::crd::document::{FileError, Node, Value};
use cel_types::timestamp::Timestamp;
use std::ptr;

/// The fields with a wrong type. Null counts as missing.
#[must_use]
pub fn mismatches(crd: &Node) -> Vec<FileError> {
    let mut errors = Vec::new();
    node(crd, &CRD, &Path::Whole(""), &mut errors);
    errors
}

fn node(value: &Node, shape: &'static Shape, path: &Path<'_>, errors: &mut Vec<FileError>) {
    if value.is_null() {
        return;
    }
    if matches!((shape, &value.value), (Shape::Lenient(Shape::Struct(_)), Value::List(_))) {
        // `dependencies` also allows lists of names.
        return;
    }
    match (shape, &value.value) {
        (Shape::Struct(fields), Value::Object(entries)) => {
            let is_schema = ptr::eq(*fields, &SCHEMA[..]);
            for entry in entries.iter() {
                let Some(field) = fields.iter().find(|field| field.name == &*entry.key) else { continue };
                if !is_schema || is_other(&field.shape) {
                    node(&entry.value, &field.shape, &Path::Property(path, &entry.key), errors);
                }
            }
        }
        (Shape::Map(inner), Value::Object(entries)) => {
            for entry in entries.iter() {
                node(&entry.value, inner, &Path::Property(path, &entry.key), errors);
            }
        }
        (Shape::List(inner), Value::List(items)) => {
            for (i, item) in items.iter().enumerate() {
                node(item, inner, &Path::Item(path, i), errors);
            }
        }
        // A type with its own decoder holds a schema or another value.
        (Shape::Lenient(inner), Value::Object(_) | Value::List(_)) => node(value, inner, path, errors),
        (Shape::Either(inner, _), Value::Object(_)) | (Shape::Either(_, inner), Value::List(_)) => {
            node(value, inner, path, errors);
        }
        _ => errors.extend(expected(value, shape).map(|expected| {
            let message = format!("`{path}` must be {expected}, found {}", value.kind());
            FileError::new(value.at, message)
        })),
    }
}

/// True for the parts of a schema that `SchemaProps` does not check.
fn is_other(shape: &Shape) -> bool {
    match shape {
        Shape::Struct(fields) => ptr::eq(*fields, EXTERNAL_DOCS) || ptr::eq(*fields, &SCHEMA[..]),
        Shape::Map(inner) | Shape::List(inner) | Shape::Lenient(inner) | Shape::Either(inner, _) => {
            is_other(inner)
        }
        _ => false,
    }
}

/// The type that a value should have, if it has another one.
fn expected(value: &Node, shape: &Shape) -> Option<&'static str> {
    let text = value.as_str();
    let integer = value.value.as_integer();
    let (fits, expected) = match shape {
        Shape::Any | Shape::Keyword | Shape::Lenient(_) | Shape::Either(..) => return None,
        Shape::Struct(_) | Shape::Map(_) => (false, "an object"),
        Shape::List(_) => (false, "a list"),
        Shape::Text => (text.is_some(), "a string"),
        Shape::Flag => (matches!(value.value, Value::Bool(_)), "a boolean"),
        Shape::Integer(32) => (integer.is_some_and(|n| i32::try_from(n).is_ok()), "an integer of 32 bits"),
        Shape::Integer(_) => (integer.is_some(), "an integer"),
        Shape::Time => (
            text.is_some_and(|text| Timestamp::parse(text).is_ok()),
            "a time such as \"2006-01-02T15:04:05Z\"",
        ),
        Shape::Bytes => (text.is_some_and(|text| formats::is_valid("byte", text)), "base64"),
    };
    (!fits).then_some(expected)
}
