//! For each keyword of schemas: a change that matters to rules or costs is reported with a help. Other changes are not.

use super::{check, check_matches_crd, emitted, model, text};
use serde_json::{Value, json};

/// Changes a keyword of the schema and expects this report; `""` means none.
#[track_caller]
fn drift(pointer: &str, keyword: &str, value: Value, told: &str) {
    let change = |schema: &mut Value| {
        let part = schema.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
        match value {
            Value::Null => drop(part.remove(keyword)),
            value => drop(part.insert(keyword.to_owned(), value)),
        }
    };
    let expected: Vec<&str> = Some(told).filter(|told| !told.is_empty()).into_iter().collect();
    check(change, &expected);
}

const COUNT: &str = "/properties/count";
const PARTS: &str = "/properties/parts";
const NAME: &str = "/properties/part/properties/name";
const NAMED: &str = "/properties/named";
const LOOSE: &str = "/properties/loose/items";
const MODE: &str = "/properties/mode";
const ROOT: &str = "";

#[test]
fn types() {
    drift(
        COUNT,
        "type",
        json!("string"),
        "count: the CRD has string, the rules were compiled for int; give the field the type that the CRD has",
    );
    drift(
        NAMED,
        "additionalProperties",
        Value::Null,
        "named: the CRD has object, the rules were compiled for map; give the field the type that the CRD has, or say what is written: `#[x_validation(as = \"string\")]`",
    );
    drift(COUNT, "type", json!(["integer", "null"]), "");
}

#[test]
fn formats() {
    drift(
        "/properties/named/additionalProperties",
        "format",
        Value::Null,
        "named[*]: the CRD has string, the rules were compiled for date-time; give the field the type that the CRD has, or say what is written: `#[x_validation(as = \"string\")]`",
    );
    drift(
        NAME,
        "format",
        json!("duration"),
        "part.name: the CRD has duration, the rules were compiled for string; write `#[schemars(extend(\"format\" = \"duration\"))]` at the field",
    );
    drift(NAME, "format", json!("uri"), "");
    drift(COUNT, "format", json!("int64"), "");
}

#[test]
fn bounds() {
    drift(
        NAME,
        "maxLength",
        json!(8),
        "part.name: maxLength: the CRD has 8, the rules were compiled for 7; write `#[schemars(extend(\"maxLength\" = 8))]` at the field",
    );
    drift(
        PARTS,
        "maxItems",
        Value::Null,
        "parts: maxItems: the CRD has nothing, the rules were compiled for 5; the bound is lost on its way into the schema",
    );
    drift(
        NAMED,
        "maxProperties",
        json!(2),
        "named: maxProperties: the CRD has 2, the rules were compiled for 3; write `#[schemars(extend(\"maxProperties\" = 2))]` at the field",
    );
    drift(ROOT, "maxProperties", json!(2), "");
    for (pointer, keyword) in
        [(COUNT, "maximum"), (NAME, "minLength"), (PARTS, "minItems"), (NAMED, "minProperties")]
    {
        drift(pointer, keyword, json!(1), "");
    }
}

#[test]
fn values() {
    // `maxLength` counts before the values.
    drift(NAME, "enum", json!(["a", "much longer"]), "");
    drift(NAME, "enum", Value::Null, "");
    // The longest value has the same length.
    drift(MODE, "enum", json!(["slow", "fast", "none"]), "");
    // If only the server has fewer values, rules are cheaper there.
    drift(MODE, "enum", json!(["on"]), "");
    drift("/properties/plain", "enum", json!(["one", "two"]), "");
    drift(COUNT, "enum", json!([1, 2]), "");
    drift(
        MODE,
        "enum",
        json!(["slow", "faster"]),
        "mode: enum: the CRD has some of up to 6 bytes, the rules were compiled for some of up to 4 bytes; add `#[schemars(extend(\"maxLength\" = ..))]`, which counts in front of them",
    );
    drift(
        MODE,
        "enum",
        Value::Null,
        "mode: enum: the CRD has none, the rules were compiled for some of up to 4 bytes; add `#[schemars(extend(\"maxLength\" = ..))]`, which counts in front of them",
    );
    for (keyword, value) in [("pattern", json!("^a$")), ("description", json!("d")), ("title", json!("t"))] {
        drift(NAME, keyword, value, "");
    }
}

#[test]
fn defaults() {
    // The field has a serde default, so rules see the property in any case.
    drift(COUNT, "default", Value::Null, "");
    drift(COUNT, "default", json!(5), "");
    // The Rust field can be absent only because it has a default.
    drift("/properties/mode", "default", json!("fast"), "");
    drift(
        "/properties/plain",
        "default",
        json!("x"),
        "plain: default: only the CRD has one; the server fills it in before rules run: add `#[serde(default = \"..\")]` with the same value",
    );
}

#[test]
fn requirements() {
    // No list without a bound is around it, so its size does not matter.
    drift(ROOT, "required", json!([]), "");
    drift(
        LOOSE,
        "required",
        json!([]),
        "loose[].id: required: the CRD has false, the rules were compiled for true; estimates depend on it, since a list around it has no bound: add one",
    );
}

#[test]
fn nulls() {
    drift(
        "/properties/named/additionalProperties",
        "nullable",
        Value::Null,
        "named[*]: nullable: the CRD has false, the rules were compiled for true; a null item is a value of its own: use an `Option` here if the CRD allows nulls",
    );
    // A null property is absent.
    drift(NAME, "nullable", json!(true), "");
}

#[test]
fn list_types() {
    const HELP: &str =
        "write it where the derive sees it: `#[schemars(extend(\"x-kubernetes-list-type\" = \"..\"))]`";
    drift(
        PARTS,
        "x-kubernetes-list-type",
        json!("set"),
        &format!(
            "parts: x-kubernetes-list-type: the CRD has set, the rules were compiled for map by [\"name\"]; {HELP}"
        ),
    );
    drift(
        PARTS,
        "x-kubernetes-list-map-keys",
        json!(["name", "id"]),
        &format!(
            "parts: x-kubernetes-list-type: the CRD has map by [\"name\",\"id\"], the rules were compiled for map by [\"name\"]; {HELP}"
        ),
    );
    drift("/properties/loose", "x-kubernetes-list-type", json!("atomic"), "");
    drift(NAMED, "x-kubernetes-map-type", json!("granular"), "");
}

#[test]
fn properties() {
    drift(
        "/properties",
        "extra",
        json!({ "type": "string" }),
        "extra: a property only the CRD has: rules that compare the whole object see it on the server only",
    );
    drift(
        "/properties",
        "count",
        Value::Null,
        "count: the CRD has no such property, so the server drops it: mark it `#[serde(skip)]`, or add it to the schema",
    );
    for name in ["apiVersion", "kind", "metadata"] {
        drift(
            "/properties",
            name,
            json!({ "type": "object", "properties": { "name": { "maxLength": 9 } } }),
            "",
        );
    }
    drift(LOOSE, "x-kubernetes-preserve-unknown-fields", json!(true), "");
}

/// If no rule sees a node, only differences of rules are reported.
#[test]
fn where_no_rule_is_nothing_matters() {
    let mut model = model();
    let fields = model["definitions"]["spec"]["node"]["fields"].take();
    model["definitions"]["spec"]["node"] = json!({ "type": "object", "fields": fields });
    model["definitions"]["part"]["node"].as_object_mut().unwrap().remove("rules");
    model["definitions"]["spec"]["node"]["fields"][1]["node"].as_object_mut().unwrap().remove("rules");
    let mut schema = emitted();
    let differences = check_matches_crd(&text(&model), &[5, 7], &schema);
    assert_eq!(differences.len(), 3, "{differences:?}");
    assert!(differences.iter().all(|difference| difference.contains("x-kubernetes-validations")));
    for pointer in ["", "/properties/part", "/properties/parts/items"] {
        schema.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove("x-kubernetes-validations");
    }
    schema["properties"]["count"] = json!({ "type": "string" });
    schema["properties"]["extra"] = json!({});
    schema["properties"]["parts"]["maxItems"] = json!(9);
    assert_eq!(check_matches_crd(&text(&model), &[5, 7], &schema), [""; 0]);
}
