//! The types of k8s-openapi in the compiled schema, which only names them.

use cel_types::kubernetes::{Field, RustType, Shape, id, of_id};
use serde_json::{Value, json};

/// The node that an id stands for, in the words of the model; what is below it is named by ids again.
pub(super) fn model(of: &str) -> Option<Value> {
    let (entry, minor) = of_id(of)?;
    Some(match entry.shape(minor) {
        Shape::Object(fields) => {
            let fields: Vec<Value> = fields.iter().map(|field| property(field, minor)).collect();
            json!({ "type": "object", "fields": fields })
        }
        Shape::Untyped => json!({ "type": "object" }),
        Shape::Time | Shape::MicroTime => json!({ "type": "date-time" }),
        Shape::Quantity | Shape::IntOrString => json!({ "type": "int-or-string" }),
        Shape::Union => json!({ "type": "unknown" }),
    })
}

fn property(field: &Field, minor: Option<u8>) -> Value {
    // Which version the program has is not known.
    let is_missing_in_some = minor.is_none() && !field.is_in_all();
    json!({
        "name": field.name,
        "node": node(&field.ty, minor),
        "required": field.is_required(),
        "missing_in_some": is_missing_in_some,
    })
}

fn node(ty: &RustType, minor: Option<u8>) -> Value {
    match ty {
        RustType::String => json!({ "type": "string" }),
        RustType::Bool => json!({ "type": "bool" }),
        RustType::I32 | RustType::I64 => json!({ "type": "int" }),
        RustType::F64 => json!({ "type": "double" }),
        RustType::Bytes => json!({ "type": "bytes" }),
        RustType::Vec(items) => json!({ "type": "list", "items": node(items, minor) }),
        RustType::Map(values) => json!({ "type": "map", "values": node(values, minor) }),
        RustType::Box(inner) => node(inner, minor),
        RustType::Named(entry) => json!({ "type": "ref", "id": id(*entry, minor, false) }),
    }
}
