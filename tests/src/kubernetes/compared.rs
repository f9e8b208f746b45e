//! The schemas that the table says, beside those that k8s-openapi hands to schemars.

use cel_types::kubernetes::{Entry, Field, RustType, Shape};
use serde_json::{Map, Value, json};

/// The schema of a type in a version of Kubernetes, without texts. What it names is in it, except in a type that contains itself: that
/// is named, as schemars does.
pub fn schema(entry: Entry, minor: Option<u8>) -> Value {
    match entry.shape(minor) {
        Shape::Object(fields) => object(&fields, minor),
        Shape::Untyped => json!({"type": "object"}),
        Shape::Quantity | Shape::IntOrString => json!({"x-kubernetes-int-or-string": true}),
        Shape::Time | Shape::MicroTime => json!({"type": "string", "format": "date-time"}),
        Shape::Union => json!({"oneOf": true}),
    }
}

fn object(fields: &[Field], minor: Option<u8>) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), of_type(&field.ty, minor))).collect();
    let required: Vec<&str> =
        fields.iter().filter(|field| field.is_required()).map(|field| field.name).collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

fn of_type(ty: &RustType, minor: Option<u8>) -> Value {
    match ty {
        RustType::String => json!({"type": "string"}),
        RustType::Bool => json!({"type": "boolean"}),
        RustType::I32 => json!({"type": "integer", "format": "int32"}),
        RustType::I64 => json!({"type": "integer", "format": "int64"}),
        RustType::F64 => json!({"type": "number", "format": "double"}),
        RustType::Bytes => json!({"type": "string", "format": "byte"}),
        RustType::Vec(items) => json!({"type": "array", "items": of_type(items, minor)}),
        RustType::Map(values) => json!({"type": "object", "additionalProperties": of_type(values, minor)}),
        RustType::Box(inner) => of_type(inner, minor),
        RustType::Named(entry) if entry.is_recursive() => json!({"$ref": entry.path()}),
        RustType::Named(entry) => schema(*entry, minor),
    }
}
