//! Parts of a schema that the API server refuses, and that schemars writes for tuples, for choices of scalars, for maps whose keys are numbers, for
//! types that contain themselves, and for two flattened enums. `cel-codegen check` knows all that the server refuses.

use serde_json::{Map, Value};

/// The server's errors, with advice.
#[inline]
pub(super) fn refusals(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(schema) = schema.as_object() {
        below("spec.validation.openAPIV3Schema", schema, &mut found);
    }
    found
}

#[inline]
fn node(path: &str, schema: &Value, of_missing_type: &str, found: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else { return };
    if schema.contains_key("$ref") {
        return found.push(refusal(path, "$ref", "$ref is not supported"));
    }
    let is = |key| schema.get(key) == Some(&Value::Bool(true));
    let is_typed = schema.contains_key("type")
        || is("x-kubernetes-int-or-string")
        || is("x-kubernetes-preserve-unknown-fields");
    if !is_typed {
        found.push(refusal(path, "type", of_missing_type));
    }
    below(path, schema, found);
}

/// The parts of a node.
#[inline]
fn below(path: &str, schema: &Map<String, Value>, found: &mut Vec<String>) {
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        node(&format!("{path}.properties[{name}]"), property, OF_FIELD, found);
    }
    if let Some(values) = schema.get("additionalProperties") {
        node(&format!("{path}.additionalProperties"), values, OF_FIELD, found);
    }
    match schema.get("items") {
        Some(Value::Array(_)) => {
            found.push(refusal(path, "items", "items must be a schema object and not an array"));
        }
        Some(items) => node(&format!("{path}.items"), items, OF_ITEM, found),
        None => {}
    }
    if schema.contains_key("type") {
        for key in ["allOf", "anyOf", "oneOf"] {
            let parts = schema.get(key).and_then(Value::as_array).into_iter().flatten();
            parts.enumerate().for_each(|(n, part)| typeless(&format!("{path}.{key}[{n}]"), part, found));
        }
    }
    if schema.contains_key("patternProperties") {
        found.push(refusal(path, "patternProperties", "patternProperties is not supported"));
    }
}

/// A part below `allOf`, `anyOf` or `oneOf` says nothing of types. schemars writes some there for two flattened enums.
#[inline]
fn typeless(path: &str, part: &Value, found: &mut Vec<String>) {
    if part.get("type").is_some() {
        return found.push(format!(
            "the API server refuses the CRD: {path}.type: must be empty to be structural; flatten at most one enum into a type"
        ));
    }
    for (name, property) in part.get("properties").and_then(Value::as_object).into_iter().flatten() {
        typeless(&format!("{path}.properties[{name}]"), property, found);
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        let parts = part.get(key).and_then(Value::as_array).into_iter().flatten();
        parts.enumerate().for_each(|(n, part)| typeless(&format!("{path}.{key}[{n}]"), part, found));
    }
}

#[inline]
fn refusal(path: &str, key: &str, detail: &str) -> String {
    format!(
        "the API server refuses the CRD: {path}.{key}: {detail}; write another schema for the field: `#[schemars(schema_with = \"..\")]`"
    )
}

const OF_FIELD: &str = "must not be empty for specified object fields";
const OF_ITEM: &str = "must not be empty for specified array items";
