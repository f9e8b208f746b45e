//! Puts the defaults of a schema into an object, as the API server does before it runs rules.

use serde_json::Value;

/// Sets the defaults of absent properties, and of properties that are null but not nullable.
pub(super) fn with_defaults(value: &mut Value, schema: &Value) {
    match value {
        Value::Object(fields) => {
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if let Some(default) = property.get("default").filter(|default| !default.is_null()) {
                    let value = fields.entry(name).or_insert_with(|| default.clone());
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
        *value = schema["default"].clone();
    }
}
