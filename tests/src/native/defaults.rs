//! Puts the defaults of a schema into an object, as the API server does before it runs rules.

use serde_json::{Value, json};

/// Sets the defaults of absent properties, and of properties that are null but not nullable.
pub(super) fn with_defaults(value: &mut Value, schema: &Value) {
    match value {
        Value::Object(fields) => {
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if let Some(default) = property.get("default").filter(|default| !default.is_null()) {
                    let value = fields.entry(name).or_insert_with(|| kept(default, property));
                    replace_null(value, property);
                }
            }
            for (name, value) in fields {
                match schema["properties"].get(name) {
                    Some(property) => with_defaults(value, property),
                    None => replaced(value, &schema["additionalProperties"]),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| replaced(item, &schema["items"])),
        _ => {}
    }
}

fn replaced(value: &mut Value, schema: &Value) {
    if schema.is_object() {
        replace_null(value, schema);
        with_defaults(value, schema);
    }
}

fn replace_null(value: &mut Value, schema: &Value) {
    if value.is_null() && schema["nullable"] != true {
        *value = kept(&schema["default"], schema);
    }
}

/// A default as the server keeps it: nothing is empty in the metadata of a resource.
fn kept(default: &Value, schema: &Value) -> Value {
    let mut default = default.clone();
    drop_empty(&mut default, schema);
    default
}

fn drop_empty(value: &mut Value, schema: &Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let own = schema["properties"].get(name);
                drop_empty(value, own.unwrap_or(&schema["additionalProperties"]));
                if let Value::Object(metadata) = value
                    && name == "metadata"
                    && schema["x-kubernetes-embedded-resource"] == true
                {
                    metadata.retain(|_, value| *value != json!({}) && *value != json!(""));
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| drop_empty(item, &schema["items"])),
        _ => {}
    }
}
