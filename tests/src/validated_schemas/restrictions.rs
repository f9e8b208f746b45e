//! Restrictions of values, as keywords of a schema: bounds, formats, patterns, and combinations of schemas.

use crate::mutation::Random;
use serde_json::{Map, Value, json};

use super::texts::FORMATS;

/// Adds restrictions that the node may have. The server refuses a few of them.
pub(super) fn restrict(random: &mut Random, schema: &mut Value) {
    if random.below(3) == 0 {
        shape(random, schema);
    }
    for _ in 0..random.below(3) {
        if let Some((keyword, value)) = keyword(random, schema) {
            schema[keyword] = value;
        }
    }
    if random.below(4) == 0 {
        combine(random, schema, 2);
    }
}

/// Keywords that also say how a value is stored.
fn shape(random: &mut Random, schema: &mut Value) {
    let is_object = schema["type"] == "object";
    match random.below(6) {
        0 => schema["nullable"] = true.into(),
        1 if is_object && schema["properties"].is_object() => {
            let names: Vec<&String> =
                schema["properties"].as_object().into_iter().flat_map(Map::keys).collect();
            let name = names[random.below(names.len())].clone();
            schema["required"] = json!([name, "a"]);
        }
        2 if is_object => schema["x-kubernetes-map-type"] = random.pick(&["atomic", "granular"]).into(),
        3 => {
            let pool = crate::objects::Pool::default();
            let mut writer = crate::objects::Objects::new(random.below(1 << 30) as u64, &pool);
            schema["default"] = writer.value(schema, 2);
        }
        4 if schema["type"] == "string" && schema["format"].is_null() => {
            schema["format"] = random.pick(FORMATS).into();
        }
        _ => {}
    }
    super::remove_absent(schema);
}

/// A restriction for the type of a node.
fn keyword(random: &mut Random, schema: &Value) -> Option<(&'static str, Value)> {
    let small = random.below(5);
    let number = [json!(0), json!(1), json!(2.5), json!(-3), json!(0.1), json!(100), json!(1e21)];
    let number = number[random.below(number.len())].clone();
    let ty = schema["type"].as_str().unwrap_or(if random.pick_bool() { "string" } else { "integer" });
    Some(match (ty, random.below(8)) {
        ("string", 0 | 1) => ("maxLength", small.into()),
        ("string", 2) => ("minLength", small.into()),
        ("string", 3) => ("pattern", random.pick(PATTERNS).into()),
        ("string", 4) => ("enum", json!(["a", "web", "", "é", "1.2.3.4"])),
        ("string", 5) => ("format", random.pick(FORMATS).into()),
        ("integer" | "number", 0) => ("maximum", number),
        ("integer" | "number", 1) => ("minimum", number),
        ("integer" | "number", 2) => {
            ("multipleOf", [json!(2), json!(0.1), json!(3), json!(0.5)][small % 4].clone())
        }
        ("integer" | "number", 3) if schema["maximum"].is_number() => ("exclusiveMaximum", true.into()),
        ("integer" | "number", 4) if schema["minimum"].is_number() => ("exclusiveMinimum", true.into()),
        ("integer" | "number", 5) => ("enum", json!([1, 2.0, 2.5, -1, 80])),
        ("integer" | "number", 6) => {
            ("format", random.pick(&["int32", "int64", "float", "double", "uint32", "uint64"]).into())
        }
        ("array", 0..=2) => ("maxItems", small.into()),
        ("array", 3 | 4) => ("minItems", small.into()),
        ("array", 5) => ("enum", json!([[], ["a"], [1, 2], [{"a": 1}]])),
        ("object", 0 | 1) => ("maxProperties", small.into()),
        ("object", 2 | 3) => ("minProperties", small.into()),
        ("object", 4) => ("enum", json!([{}, {"a": 1}, {"a": "a"}])),
        ("boolean", 0 | 1) => ("enum", json!([true])),
        _ => return None,
    })
}

/// Adds a combination of restrictions.
fn combine(random: &mut Random, schema: &mut Value, depth: usize) {
    let key = random.pick(&["allOf", "anyOf", "oneOf", "not"]);
    // The server knows only these forms for an integer or text.
    if schema["x-kubernetes-int-or-string"] == true && schema["anyOf"].is_array() && key == "anyOf" {
        return;
    }
    schema[key] = match key {
        "not" => restriction(random, schema, depth),
        _ => (0..1 + random.below(3)).map(|_| restriction(random, schema, depth)).collect(),
    };
    super::remove_absent(schema);
}

/// A schema of restrictions only, for values of a node.
fn restriction(random: &mut Random, node: &Value, depth: usize) -> Value {
    let mut found = json!({});
    for _ in 0..1 + random.below(2) {
        if let Some((keyword, value)) = keyword(random, node) {
            found[keyword] = value;
        }
    }
    let properties = node["properties"].as_object().filter(|properties| !properties.is_empty());
    if let Some(properties) = properties {
        let (name, property) =
            properties.iter().nth(random.below(properties.len())).unwrap_or_else(|| unreachable!());
        match random.below(3) {
            0 => found["required"] = json!([name]),
            1 if depth > 0 => found["properties"] = json!({name: restriction(random, property, depth - 1)}),
            _ => {}
        }
    }
    if node["items"].is_object() && depth > 0 && random.below(3) == 0 {
        found["items"] = restriction(random, &node["items"], depth - 1);
    }
    if depth > 0 && random.below(4) == 0 {
        let key = random.pick(&["allOf", "anyOf", "oneOf", "not"]);
        let below = restriction(random, node, depth - 1);
        found[key] = if key == "not" { below } else { json!([below, restriction(random, node, depth - 1)]) };
    }
    found
}

const PATTERNS: &[&str] = &[
    "^[a-z]*$",
    "a",
    "^$",
    "\\d+",
    "^(a|web)$",
    "[^a-z]",
    "^.{1,3}$",
    "\\p{L}",
    "(?i)^WEB$",
    "^[0-9]+((Ki|Mi)|m)?$",
];
