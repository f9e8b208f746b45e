//! Random schemas of CRDs: most are structural and similar to real ones. Many have one or two mistakes.

use crate::mutation::Random;
use serde_json::{Map, Value, json};

/// The schema of a resource.
pub fn schema(random: &mut Random) -> Value {
    let mut root = json!({"type": "object"});
    let mut properties = Map::new();
    for name in ["spec", "status", "metadata", "kind", "apiVersion"] {
        if name == "spec" || random.below(8) == 0 {
            properties.insert(name.into(), of_root(random, name));
        }
    }
    root["properties"] = properties.into();
    if random.below(6) == 0 {
        decorate(random, &mut root, 2);
    }
    rules(random, &mut root);
    root
}

fn of_root(random: &mut Random, name: &str) -> Value {
    match name {
        "metadata" if random.below(4) > 0 => {
            let name = random.pick(&["name", "generateName", "labels"]);
            let mut metadata = json!({"type": "object", "properties": {name: {"type": "string"}}});
            let name = &mut metadata["properties"][name];
            if random.below(2) == 0 {
                name["maxLength"] = 20.into();
            }
            rules(random, name);
            metadata
        }
        "kind" | "apiVersion" if random.below(4) > 0 => json!({"type": "string"}),
        _ => node(random, 3),
    }
}

/// A schema with this many levels below it.
fn node(random: &mut Random, depth: usize) -> Value {
    let kind = random.below(if depth == 0 { 6 } else { 14 });
    let mut schema = match kind {
        0 => json!({"type": "string"}),
        1 => json!({"type": "integer"}),
        2 => json!({"type": "boolean"}),
        3 => json!({"type": "number"}),
        4 => int_or_string(random),
        5 => json!({"type": "string", "format": random.pick(FORMATS)}),
        6 | 7 => json!({"type": "array", "items": node(random, depth - 1)}),
        8 => map_list(random, depth),
        9 => json!({"type": "object", "additionalProperties": node(random, depth - 1)}),
        10 => embedded(random, depth),
        11 => json!({"x-kubernetes-preserve-unknown-fields": true}),
        _ => object(random, depth),
    };
    if random.below(2) == 0 {
        restrict(random, &mut schema);
    }
    if random.below(9) == 0 {
        decorate(random, &mut schema, depth);
    }
    if random.below(3) == 0 {
        schema["default"] = default_for(random, &schema, 3);
    }
    rules(random, &mut schema);
    schema
}

fn int_or_string(random: &mut Random) -> Value {
    let any_of = json!([{"type": "integer"}, {"type": "string"}]);
    match random.below(4) {
        0 => json!({"x-kubernetes-int-or-string": true, "anyOf": any_of}),
        1 => json!({"x-kubernetes-int-or-string": true, "allOf": [{"anyOf": any_of}, {"maxLength": 3}]}),
        2 => json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "string"}, {"type": "integer"}]}),
        _ => json!({"x-kubernetes-int-or-string": true}),
    }
}

fn map_list(random: &mut Random, depth: usize) -> Value {
    let mut list = json!({
        "type": "array",
        "x-kubernetes-list-type": random.pick(&["map", "map", "map", "set", "atomic", "other"]),
        "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": node(random, depth - 1)}},
    });
    if list["x-kubernetes-list-type"] == "map" || random.below(8) == 0 {
        list["x-kubernetes-list-map-keys"] = match random.below(6) {
            0 => json!(["k", "k"]),
            1 => json!(["k", "none"]),
            2 => json!(["k", "v"]),
            _ => json!(["k"]),
        };
    }
    match random.below(4) {
        0 => list["items"]["properties"]["k"]["default"] = "d".into(),
        1 => {}
        _ => list["items"]["required"] = json!(["k"]),
    }
    match random.below(12) {
        0 => list["items"]["nullable"] = true.into(),
        1 => list["items"]["properties"]["k"]["nullable"] = true.into(),
        2 => list["items"]["x-kubernetes-map-type"] = random.pick(&["atomic", "granular", "other"]).into(),
        _ => {}
    }
    rules(random, &mut list["items"]);
    list
}

fn embedded(random: &mut Random, depth: usize) -> Value {
    let mut schema = json!({"type": "object", "x-kubernetes-embedded-resource": true});
    if random.below(2) == 0 {
        schema["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    if random.below(2) == 0 {
        schema["properties"] = json!({"spec": node(random, depth - 1)});
    }
    match random.below(5) {
        0 => schema["properties"]["metadata"] = json!({"type": "object"}),
        1 => schema["properties"]["kind"] = json!({"type": random.pick(&["string", "integer"])}),
        _ => {}
    }
    schema
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    for _ in 0..random.below(4) {
        properties.insert(random.pick(NAMES).into(), node(random, depth - 1));
    }
    let mut schema = json!({"type": "object"});
    if let Some(name) = properties.keys().next().filter(|_| random.below(3) == 0) {
        schema["required"] = json!([name]);
    }
    if !properties.is_empty() {
        schema["properties"] = properties.into();
    }
    if random.below(6) == 0 {
        schema["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    schema
}

/// Adds bounds for the type, and sometimes bounds for another type.
fn restrict(random: &mut Random, schema: &mut Value) {
    let number = || [0, 1, 2, 3, 5];
    let bound: Value = number()[random.below(5)].into();
    let ty = schema["type"].as_str().unwrap_or("string").to_owned();
    let keyword = match (ty.as_str(), random.below(8)) {
        (_, 0) => random.pick(&["maxLength", "minItems", "maximum", "minProperties"]),
        ("string", _) => random.pick(&["maxLength", "minLength", "pattern", "enum"]),
        ("integer" | "number", _) => random.pick(&["maximum", "minimum", "multipleOf", "format", "enum"]),
        ("array", _) => random.pick(&["maxItems", "minItems"]),
        ("object", _) => random.pick(&["maxProperties", "minProperties"]),
        _ => "nullable",
    };
    schema[keyword] = match keyword {
        "pattern" => random.pick(&["^[a-z]+$", "(", "\\d", "a{1001}", "(?P<n>x)"]).into(),
        "enum" if ty == "string" => json!(["a", "b", "", "2001-01-01"]),
        "enum" => json!([1, 2, 2.5, 97]),
        "format" => random.pick(&["int32", "int64", "float", "double", "uint8"]).into(),
        "nullable" => true.into(),
        "maximum" | "minimum" | "multipleOf" => {
            [json!(0), json!(1), json!(2.5), json!(3_000_000_000_i64), json!(1e30), json!(-4)]
                [random.below(6)]
            .clone()
        }
        _ => bound,
    };
    if keyword == "maximum" || keyword == "minimum" {
        let exclusive = if keyword == "maximum" { "exclusiveMaximum" } else { "exclusiveMinimum" };
        schema[exclusive] = (random.below(3) == 0).into();
    }
}

/// Adds a keyword that may be a mistake.
fn decorate(random: &mut Random, schema: &mut Value, depth: usize) {
    let restriction = |random: &mut Random| match random.below(7) {
        0 => json!({"required": ["a"]}),
        1 => json!({"properties": {"a": {"maxLength": 3}}}),
        2 => json!({"type": "string"}),
        3 => json!({"items": {"minimum": 3}, "description": "d"}),
        4 => json!({"properties": {"metadata": {}}, "not": {"nullable": true}}),
        5 => json!({"x-kubernetes-validations": [{"rule": "true"}]}),
        _ => json!({"pattern": "^a", "minimum": 2}),
    };
    let (keyword, value) = match random.below(22) {
        0 => ("type", random.pick(&["foo", "null", "object", "array", ""]).into()),
        1 => (
            "additionalProperties",
            [json!(true), json!(false), json!({"type": "string"})][random.below(3)].clone(),
        ),
        2 => ("properties", json!({"p": node(random, depth.saturating_sub(1))})),
        3 => ("items", json!({"type": "string"})),
        4 => ("uniqueItems", true.into()),
        5 => ("x-kubernetes-preserve-unknown-fields", random.pick_bool().into()),
        6 if schema["type"] == "object" => ("x-kubernetes-embedded-resource", true.into()),
        7 => ("x-kubernetes-int-or-string", true.into()),
        8 => ("x-kubernetes-map-type", random.pick(&["atomic", "granular", "x"]).into()),
        9 => ("x-kubernetes-list-type", random.pick(&["atomic", "set", "map", "x"]).into()),
        10 => ("x-kubernetes-list-map-keys", json!(["a"])),
        11 => ("not", restriction(random)),
        12 | 13 => ("allOf", json!([restriction(random)])),
        14 | 15 => ("anyOf", json!([restriction(random), restriction(random)])),
        16 => ("oneOf", json!([restriction(random), restriction(random)])),
        17 => ("nullable", true.into()),
        18 => ("description", "text".into()),
        19 => ("format", random.pick(FORMATS).into()),
        20 => (random.pick(&["id", "$schema", "$ref", "definitions", "externalDocs"]), "x".into()),
        _ => ("default", default_for(random, schema, 3)),
    };
    schema[keyword] = match keyword {
        "definitions" => json!({"d": {"type": "string"}}),
        "externalDocs" => json!({"url": "x"}),
        _ => value,
    };
}

/// A value that usually fits.
fn default_for(random: &mut Random, schema: &Value, depth: usize) -> Value {
    if depth == 0 || random.below(12) == 0 {
        return [
            json!("a"),
            json!(1),
            json!(1.5),
            json!(true),
            json!([]),
            json!({}),
            json!({"u": [{"w": 1}]}),
            json!(null),
        ][random.below(8)]
        .clone();
    }
    match schema["type"].as_str() {
        Some("string") => random.pick(TEXTS).into(),
        Some("integer") => [json!(0), json!(1), json!(2), json!(97), json!(2.0), json!(5_000_000_000_i64)]
            [random.below(6)]
        .clone(),
        Some("number") => [json!(0), json!(1), json!(2.5), json!(1e6), json!(-3)][random.below(5)].clone(),
        Some("boolean") => random.pick_bool().into(),
        Some("array") => {
            (0..random.below(3)).map(|_| default_for(random, &schema["items"], depth - 1)).collect()
        }
        Some("object") => {
            let mut value = Map::new();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if random.below(3) > 0 {
                    value.insert(name.clone(), default_for(random, property, depth - 1));
                }
            }
            if schema["additionalProperties"].is_object() {
                value.insert("key".into(), default_for(random, &schema["additionalProperties"], depth - 1));
            }
            if random.below(8) == 0 {
                value
                    .insert(random.pick(&["extra", "metadata", "kind", "apiVersion"]).into(), "Extra".into());
            }
            if schema["x-kubernetes-embedded-resource"] == true && random.below(3) > 0 {
                value.insert("kind".into(), random.pick(&["Kind", "not a kind", "", LONG_KIND]).into());
                value.insert("apiVersion".into(), random.pick(&["v1", "a/b/c", ""]).into());
            }
            value.into()
        }
        _ => [json!("a"), json!(1), json!({})][random.below(3)].clone(),
    }
}

/// Adds rules, with and without mistakes. Most schemas get none.
fn rules(random: &mut Random, schema: &mut Value) {
    if random.below(4) > 0 {
        return;
    }
    let rules: Vec<Value> = (0..=random.below(2)).map(|_| rule(random)).collect();
    schema["x-kubernetes-validations"] = rules.into();
}

fn rule(random: &mut Random) -> Value {
    let mut rule = json!({"rule": random.pick(RULES)});
    for (key, texts) in [
        ("message", MESSAGES),
        ("messageExpression", MESSAGE_EXPRESSIONS),
        ("reason", REASONS),
        ("fieldPath", FIELD_PATHS),
    ] {
        if random.below(5) == 0 {
            rule[key] = random.pick(texts).into();
        }
    }
    if random.below(8) == 0 {
        rule["optionalOldSelf"] = random.pick_bool().into();
    }
    rule
}

const LONG_KIND: &str = "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

const NAMES: &[&str] = &["a", "b", "k", "a-b", "in", "é", "metadata", "kind", "9x", "namespace", "u"];

const FORMATS: &[&str] = &[
    "date",
    "date-time",
    "datetime",
    "duration",
    "byte",
    "ipv4",
    "ipv6",
    "cidr",
    "uri",
    "email",
    "hostname",
    "uuid",
    "mac",
    "other",
    "int32",
    "password",
    "hexcolor",
];

const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "abc",
    "2001-01-01",
    "2001-01-01T00:00:00Z",
    "5s",
    "YWJj",
    "1.2.3.4",
    "::1",
    "10.0.0.0/8",
    "http://x.y/z",
    "a@b.c",
    "x.example",
    "<&>\"",
    "01:23:45:67:89:ab",
    "#fff",
    "123e4567-e89b-12d3-a456-426614174000",
];

const RULES: &[&str] = &[
    "true",
    "false",
    "self == self",
    "self == oldSelf",
    "self > 1",
    "size(self) > 0",
    "self.a == self.b",
    "has(self.a)",
    "has(self.k) && self.k == 'a'",
    "self.all(x, x == x)",
    "self.size() < 3",
    "self",
    "self.metadata.name == 'x'",
    "",
    " ",
    "self ==",
    "1/0 == 1",
    "int('x') == 1",
    "oldSelf.hasValue() || true",
    "self.a.b\n == 1",
    "self.a__dash__b == 1",
    "self.__in__ == 'a'",
    "dyn(self) == 1",
    "self.matches('(')",
    "'a' in self",
    "self < 3 || self == 97",
    "string(self) != 'abc'",
    "type(self) == string",
    "self.kind == 'Kind'",
    "self.exists(x, x > 0)",
    "!has(self.u)",
    "self.includes('a')",
    "self[0] == self[0]",
    "self == 'a' || self == 'b'",
    "[[]][0][1].indexOf(dyn('a')) == 5",
    "[[]].map(x, x.map(y, y.lastIndexOf('a') > 0 && y.b)) == []",
    "self.a.b.c.all(x, x.d == oldSelf)",
    "dyn(self).a == '日本' || \"é\" == '😀'",
    "self.__in__ == 1 && self.`in` == 1",
];

const MESSAGES: &[&str] = &["a message", " ", "two\nlines", "trailing\n", ""];
const MESSAGE_EXPRESSIONS: &[&str] =
    &["'was ' + string(self)", " ", "self", "'x' +", "'a\\nb'", "oldSelf", "string(oldSelf)", "''"];
const REASONS: &[&str] =
    &["FieldValueInvalid", "FieldValueForbidden", "FieldValueDuplicate", "FieldValueRequired", "Other", ""];
const FIELD_PATHS: &[&str] =
    &[".a", ".a.b", "['a-b']", ".k", ".metadata.name", " ", ".x\n", "a", ".l[0]", "['k'].v", ".key", ".spec"];
