use super::*;
use kube::{CustomResource, CustomResourceExt};
use schemars::Schema;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = spec_rules)]
struct ScalerSpec {
    min: i32,
    max: Option<i32>,
    part: Option<Part>,
    parts: Vec<Part>,
    named: BTreeMap<String, String>,
    mode: Option<Mode>,
    plain: Option<Plain>,
    choice: Option<Choice>,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = part_rules)]
struct Part {
    name: String,
}

/// schemars writes an `anyOf` for an `Option` of an enum whose variants have descriptions.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
enum Mode {
    /// Documented.
    Fast,
    /// Documented, too.
    Slow,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
enum Plain {
    A,
    B,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
enum Choice {
    Left { weight: i32 },
    Right { weight: i64 },
}

fn entry(rule: &str) -> String {
    json!([{ "rule": rule, "message": "m", "messageExpression": "'m'", "fieldPath": ".x", "reason": "FieldValueInvalid" }]).to_string()
}

fn spec_rules(schema: &mut Schema) {
    use Step::{Items, Property, Values};
    insert_rules(
        schema,
        &[
            (&[], &entry("spec")),
            (&[Property("max")], &entry("max")),
            (&[Property("part")], &entry("part field")),
            (&[Property("parts")], &entry("parts")),
            (&[Property("parts"), Items], &entry("items")),
            (&[Property("named"), Values], &entry("values")),
            (&[Property("mode")], &entry("mode")),
            (&[Property("plain")], &entry("plain")),
            (&[Property("choice")], &entry("choice")),
            (&[Property("choice"), Property("left")], &entry("left")),
            (&[Property("choice"), Property("right"), Property("weight")], &entry("weight")),
        ],
    );
}

fn part_rules(schema: &mut Schema) {
    insert_rules(schema, &[(&[], &entry("part type")), (&[Step::Property("name")], &entry("name"))]);
}

/// The rules of each node that has rules, by its path in the CRD.
fn rules(schema: &Value) -> BTreeMap<String, Vec<String>> {
    fn visit(path: &str, schema: &Value, found: &mut BTreeMap<String, Vec<String>>) {
        match schema {
            Value::Object(members) => {
                for (key, member) in members {
                    if key == "x-kubernetes-validations" {
                        let rules = member.as_array().unwrap().iter();
                        let rules = rules.map(|rule| rule["rule"].as_str().unwrap().to_owned()).collect();
                        found.insert(path.to_owned(), rules);
                    } else {
                        visit(&format!("{path}/{key}"), member, found);
                    }
                }
            }
            Value::Array(members) => {
                for (index, member) in members.iter().enumerate() {
                    visit(&format!("{path}/{index}"), member, found);
                }
            }
            _ => {}
        }
    }
    let mut found = BTreeMap::new();
    visit("", schema, &mut found);
    found
}

#[test]
fn rules_arrive_in_the_crd_of_kube() {
    let schema = schema_in_crd(&Scaler::crd());
    let spec = schema.pointer("/properties/spec").unwrap();
    let expected = [
        ("", vec!["spec"]),
        ("/properties/choice", vec!["choice"]),
        ("/properties/choice/properties/left", vec!["left"]),
        ("/properties/choice/properties/right/properties/weight", vec!["weight"]),
        ("/properties/max", vec!["max"]),
        ("/properties/mode", vec!["mode"]),
        ("/properties/named/additionalProperties", vec!["values"]),
        ("/properties/part", vec!["part type", "part field"]),
        ("/properties/part/properties/name", vec!["name"]),
        ("/properties/parts", vec!["parts"]),
        ("/properties/parts/items", vec!["part type", "items"]),
        ("/properties/parts/items/properties/name", vec!["name"]),
        ("/properties/plain", vec!["plain"]),
    ];
    let expected: BTreeMap<_, _> = expected
        .map(|(path, rules)| (path.to_owned(), rules.into_iter().map(str::to_owned).collect::<Vec<_>>()))
        .into();
    assert_eq!(rules(spec), expected, "{spec:#}");
}

#[test]
fn entries_keep_their_keys() {
    let schema = schema_in_crd(&Scaler::crd());
    let found = schema.pointer("/properties/spec/properties/max/x-kubernetes-validations").unwrap();
    assert_eq!(*found, serde_json::from_str::<Value>(&entry("max")).unwrap());
}

#[test]
fn definitions_of_others_are_not_altered() {
    let schema = schemars::schema_for!(ScalerSpec).to_value();
    let part = schema.pointer("/$defs/Part/x-kubernetes-validations").unwrap();
    assert_eq!(part.as_array().unwrap().len(), 1);
    let field = schema.pointer("/properties/part").unwrap();
    assert_eq!(field["x-kubernetes-validations"][0]["rule"], "part field");
    assert_eq!(field["anyOf"][0], json!({ "$ref": "#/$defs/Part" }));
}

#[test]
fn rules_that_are_there_are_not_added_again() {
    let mut schema = schemars::schema_for!(ScalerSpec);
    let once = schema.clone();
    spec_rules(&mut schema);
    assert_eq!(schema, once);
}

/// An entry without a text stands for rules that only the server runs.
#[test]
fn any_rules_are_expected_where_only_the_crd_knows_them() {
    let check = |expected: &[&str], found: &[&str]| {
        let entries = |rules: &[&str]| rules.iter().map(|rule| json!({ "rule": rule })).collect::<Vec<_>>();
        rules::are_expected(&entries(expected), &entries(found))
    };
    assert!(check(&["a", ""], &["a"]) && check(&["a", ""], &["a", "b", "c"]));
    assert!(check(&["", "c"], &["a", "b", "c"]) && check(&["", ""], &["a"]));
    assert!(check(&["a", ""], &["b", "a"]) && check(&["a", "", "b"], &["a", "c", "b"]));
    assert!(
        !check(&["a", ""], &["b"]) && !check(&["a"], &["a", "b"]) && !check(&["", "a", "b"], &["b", "a"])
    );
}

#[test]
fn rules_below_opaque_fields_are_named() {
    let rule = json!([{ "rule": "self.x > 0" }]);
    let below = json!({ "x-kubernetes-preserve-unknown-fields": true, "properties": {
        "a": { "type": "array", "items": { "type": "object", "x-kubernetes-validations": rule } } } });
    check(
        |schema| schema["properties"]["any"] = below,
        &[
            "any.a[]: only the API server runs the rule `self.x > 0`: add `server_only` to the field that is `opaque` if that is meant",
        ],
    );
}

#[test]
fn rules_in_choices_are_named() {
    check(
        |schema| {
            schema["properties"]["part"]["anyOf"] =
                json!([{ "x-kubernetes-validations": [{ "rule": "true" }] }])
        },
        &["part: the rule `true` stands below `anyOf`, where the API server refuses it"],
    );
}

fn model() -> Value {
    let entries = |rule: &str| -> Value {
        let mut entries: Value = serde_json::from_str(&entry(rule)).unwrap();
        entries[0]["at"] = json!(["src/lib.rs", 1, 1]);
        entries
    };
    json!({
        "definitions": {
            "spec": { "name": "ScalerSpec", "symbols": 1, "node": { "type": "object", "rules": entries("spec"), "fields": [
                { "name": "count", "required": true, "node": { "type": "int", "default": true } },
                { "name": "part", "node": { "type": "ref", "id": "part", "nullable": true, "rules": entries("field") } },
                { "name": "parts", "required": true, "node": {
                    "type": "list", "max": { "symbol": 0 }, "list_type": ["name"], "items": { "type": "ref", "id": "part" } } },
                { "name": "named", "node": { "type": "map", "max": 3, "values": { "type": "date-time", "nullable": true } } },
                { "name": "any", "node": { "type": "unknown" } },
                { "name": "loose", "node": { "type": "list", "items": { "type": "object", "fields": [
                    { "name": "id", "required": true, "node": { "type": "int" } } ] } } },
                { "name": "mode", "node": { "type": "string", "enum": ["fast", "slow"] } },
                { "name": "plain", "node": { "type": "string", "nullable": true } },
            ] } },
            "part": { "name": "Part", "symbols": 1, "node": { "type": "object", "rules": entries("type"), "fields": [
                { "name": "name", "required": true, "node": { "type": "string", "max": { "symbol": 0 }, "enum": ["a", "b"] } },
            ] } },
        },
    })
}

/// The format version must come first in the text.
fn text(model: &Value) -> String {
    format!(r#"{{"format":1,"root":"spec","definitions":{}}}"#, model["definitions"])
}

fn emitted() -> Value {
    let entries = |rules: &[&str]| -> Value {
        rules.iter().map(|rule| serde_json::from_str::<Value>(&entry(rule)).unwrap()[0].clone()).collect()
    };
    let part = |rules: &[&str]| {
        json!({
            "type": "object",
            "required": ["name"],
            "properties": { "name": { "type": "string", "maxLength": 7, "enum": ["b", "a"] } },
            "x-kubernetes-validations": entries(rules),
        })
    };
    json!({
        "type": "object",
        "required": ["count", "parts"],
        "x-kubernetes-validations": entries(&["spec"]),
        "properties": {
            "count": { "type": "integer", "format": "int32", "default": 3 },
            "part": part(&["type", "field"]),
            "parts": { "type": "array", "maxItems": 5, "items": part(&["type"]),
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
            "named": { "type": "object", "maxProperties": 3,
                "additionalProperties": { "type": "string", "format": "date-time", "nullable": true } },
            "any": { "x-kubernetes-preserve-unknown-fields": true },
            "loose": { "type": "array", "items": { "type": "object", "required": ["id"],
                "properties": { "id": { "type": "integer" } } } },
            "mode": { "type": "string", "enum": ["fast", "slow"] },
            "plain": { "type": "string" },
        },
    })
}

#[track_caller]
fn check(change: impl FnOnce(&mut Value), expected: &[&str]) {
    let mut schema = emitted();
    change(&mut schema);
    assert_eq!(check_matches_crd(&text(&model()), &[5, 7], &schema), expected);
}

#[test]
fn a_schema_matches_its_model() {
    check(|_| {}, &[]);
    assert_eq!(check_matches_crd("", &[], &emitted()), ["no schema was compiled"]);
}

#[test]
fn rules_are_compared_in_order() {
    let differences = {
        let mut schema = emitted();
        schema["properties"]["part"]["x-kubernetes-validations"].as_array_mut().unwrap().reverse();
        check_matches_crd(&text(&model()), &[5, 7], &schema)
    };
    assert_eq!(differences.len(), 1);
    assert!(differences[0].starts_with("part: x-kubernetes-validations: the CRD has ["), "{differences:?}");
}

/// What schemars writes for types that no structural schema describes. `structure` does not run with `crd-file`.
#[cfg(not(feature = "crd-file"))]
#[test]
fn schemas_that_the_server_refuses_are_named() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "read by schemars only")]
    struct Spec {
        pairs: Vec<(i32, String)>,
        numbered: BTreeMap<i32, String>,
        scalar: BTreeMap<String, Scalar>,
        tree: Option<Tree>,
        any: serde_json::Value,
        #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
        preserved: serde_json::Value,
        #[schemars(extend("x-kubernetes-int-or-string" = true))]
        port: serde_json::Value,
    }
    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "read by schemars only")]
    enum Scalar {
        Number(i32),
        Text(String),
    }
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "read by schemars only")]
    struct Tree {
        below: Vec<Tree>,
    }
    let found = structure::refusals(&schema_of::<Spec>());
    let found: Vec<&str> = found.iter().filter_map(|text| text.split(';').next()).collect();
    assert_eq!(
        found,
        [
            "the API server refuses the CRD: spec.validation.openAPIV3Schema.properties[any].type: must not be empty for specified object fields",
            "the API server refuses the CRD: spec.validation.openAPIV3Schema.properties[numbered].patternProperties: patternProperties is not supported",
            "the API server refuses the CRD: spec.validation.openAPIV3Schema.properties[pairs].items.items: items must be a schema object and not an array",
            "the API server refuses the CRD: spec.validation.openAPIV3Schema.properties[scalar].additionalProperties.type: must not be empty for specified object fields",
            "the API server refuses the CRD: spec.validation.openAPIV3Schema.properties[tree].properties[below].items.$ref: $ref is not supported",
        ]
    );
}

mod drifts;

#[test]
fn two_flattened_enums_are_refused() {
    #[derive(kube::CustomResource, JsonSchema, serde::Serialize, serde::Deserialize, Clone, Debug)]
    #[kube(group = "example.dev", version = "v1", kind = "Sink")]
    struct SinkSpec {
        #[serde(flatten)]
        from: From,
        #[serde(flatten)]
        to: To,
    }

    #[derive(JsonSchema, serde::Serialize, serde::Deserialize, Clone, Debug)]
    enum From {
        File { path: String },
        Url { url: String },
    }

    #[derive(JsonSchema, serde::Serialize, serde::Deserialize, Clone, Debug)]
    enum To {
        Disk { disk: String },
        Bucket { bucket: String },
    }

    let found = structure::refusals(&schema_in_crd(&Sink::crd()));
    assert_eq!(
        found.first().map(String::as_str),
        Some(
            "the API server refuses the CRD: spec.validation.openAPIV3Schema.properties[spec].allOf[0].type: must be empty to be \
             structural; flatten at most one enum into a type"
        ),
        "{found:#?}"
    );
}
