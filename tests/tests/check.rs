//! `cel-codegen check` on random schemas, against recorded answers of the API server's code.
//!
//! `cargo oracle record check` asks again.

use serde_json::{Value, json};
use std::{env, fs};
use tests::{
    mutation::Random,
    random_schemas,
    recorded::{cases, data},
    schemas,
};

#[test]
fn random_schemas_are_judged_as_the_server_does() {
    if env::var_os("RECORD").is_some() {
        let mut random = Random::new(7);
        record("check_schemas.jsonl", (0..240).map(|_| random_schemas::schema(&mut random)).collect());
    }
    let (count, accepted) = replay("check_schemas.jsonl");
    assert!(count >= 200 && accepted >= 30, "{count} schemas, {accepted} accepted");
}

#[test]
fn metadata_in_default_values_is_judged_as_the_server_does() {
    if env::var_os("RECORD").is_some() {
        record("default_metadata.jsonl", default_metadata());
    }
    let (count, accepted) = replay("default_metadata.jsonl");
    assert_eq!((count, accepted), (default_metadata().len(), 6));
}

fn default_metadata() -> Vec<Value> {
    let mut schemas: Vec<Value> = metadata().iter().map(with_default).collect();
    // The server drops what is empty, and then checks the default.
    for keywords in [json!({"required": ["labels"]}), json!({"maxProperties": 1})] {
        let mut schema = with_default(&json!({"name": "a", "labels": {}, "finalizers": []}));
        let mut metadata = json!({"type": "object", "properties": {"labels": {
            "type": "object",
            "additionalProperties": {"type": "string"},
        }}});
        metadata.as_object_mut().expect("a schema").extend(keywords.as_object().expect("keywords").clone());
        schema["properties"]["o"]["properties"] = json!({"metadata": metadata});
        schemas.push(schema);
    }
    schemas
}

/// As default values they have no type on the server: `true` and `[1]` are fine there.
#[test]
fn default_values_that_may_be_integers_or_texts_are_judged_as_the_server_does() {
    if env::var_os("RECORD").is_some() {
        record("default_int_or_string.jsonl", integers_or_texts());
    }
    let (count, accepted) = replay("default_int_or_string.jsonl");
    assert_eq!((count, accepted), (integers_or_texts().len(), 9));
}

fn integers_or_texts() -> Vec<Value> {
    let schema = |keywords: Value| {
        let mut schema = json!({"x-kubernetes-int-or-string": true});
        let keywords = keywords.as_object().expect("keywords").clone();
        schema.as_object_mut().expect("an object").extend(keywords);
        schema
    };
    let plain = || schema(json!({}));
    let either = json!([{"type": "integer"}, {"type": "string"}]);
    let mut schemas = vec![
        schema(json!({"default": 1})),
        schema(json!({"default": "x"})),
        schema(json!({"default": true})),
        schema(json!({"default": 1.5})),
        schema(json!({"default": 1e30})),
        schema(json!({"default": [1]})),
        schema(json!({"default": {"b": 1}})),
        schema(json!({"default": null, "nullable": true})),
        schema(json!({"default": true, "anyOf": either})),
        schema(json!({"default": 1.5, "allOf": [{"anyOf": either}]})),
        schema(json!({"default": true, "format": "int32"})),
        schema(json!({"default": 5, "maximum": 3})),
        schema(json!({"default": "y", "pattern": "^x"})),
        schema(json!({"default": true, "enum": [1, "x"]})),
        json!({"type": "object", "default": {"a": true}, "properties": {"a": plain()}}),
        json!({"type": "array", "default": [true, {"x": 1}], "items": plain()}),
        json!({"type": "object", "default": {"k": true, "l": null}, "additionalProperties": plain()}),
    ];
    schemas.iter_mut().for_each(|schema| *schema = json!({"type": "object", "properties": {"a": schema}}));
    schemas
}

/// The server compares some parts of a schema with what it expects there, and tells `required: []` from no `required`.
#[test]
fn keywords_that_are_there_and_empty_are_judged_as_the_server_does() {
    if env::var_os("RECORD").is_some() {
        record("empty_keywords.jsonl", with_empty_keywords());
    }
    let (count, accepted) = replay("empty_keywords.jsonl");
    assert_eq!((count, accepted), (with_empty_keywords().len(), 29));
}

fn with_empty_keywords() -> Vec<Value> {
    let keywords = [
        json!({}),
        json!({"properties": {}}),
        json!({"required": []}),
        json!({"enum": []}),
        json!({"allOf": []}),
        json!({"x-kubernetes-validations": []}),
        json!({"x-kubernetes-list-map-keys": []}),
        json!({"required": null, "properties": null}),
    ];
    let with = |schema: Value, keywords: &Value| {
        let mut schema = schema;
        let keywords = keywords.as_object().expect("keywords").clone();
        schema.as_object_mut().expect("an object").extend(keywords);
        schema
    };
    let property = |name: &str, schema: Value| json!({"type": "object", "properties": {name: schema}});
    let mut schemas = Vec::new();
    for keywords in &keywords {
        let either = json!([{"type": "integer"}, with(json!({"type": "string"}), keywords)]);
        let int_or_string = json!({"x-kubernetes-int-or-string": true});
        schemas.push(property("a", with(int_or_string.clone(), &json!({"anyOf": either}))));
        schemas.push(property("a", with(int_or_string, &json!({"allOf": [{"anyOf": either}]}))));
        let metadata = with(json!({"type": "object"}), keywords);
        schemas.push(property("metadata", metadata.clone()));
        let embedded = with(property("metadata", metadata), &json!({"x-kubernetes-embedded-resource": true}));
        schemas.push(property("a", embedded));
        schemas.push(with(json!({"type": "object"}), keywords));
    }
    schemas
}

/// How many schemas there are in a file of answers, and how many of them are accepted.
fn replay(file: &str) -> (usize, usize) {
    let (mut count, mut accepted) = (0, 0);
    for case in cases(file) {
        let schema = &case.line["schema"];
        let ours = schemas::ours(schema);
        let found = schemas::differences(&case.line["answer"], &ours);
        assert!(found.entries.is_empty(), "{case}\n{schema}\n{}", found.entries.join("\n"));
        count += 1;
        accepted += usize::from(ours["crd_errors"] == json!([]) && ours["crd_other_errors"] == json!([]));
    }
    (count, accepted)
}

/// A schema whose default value is a resource with this metadata.
fn with_default(metadata: &Value) -> Value {
    let resource = json!({"apiVersion": "v1", "kind": "A", "metadata": metadata});
    json!({"type": "object", "properties": {"o": {
        "type": "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
        "default": resource,
    }}})
}

fn metadata() -> Vec<Value> {
    vec![
        json!({}),
        json!({"name": "A B", "generateName": "..", "namespace": "x", "labels": {"x": null}}),
        json!({"annotations": {"A/b": "c"}, "finalizers": ["x"], "deletionGracePeriodSeconds": -1}),
        json!({"ownerReferences": [{"apiVersion": "v1", "kind": "A", "name": "a", "uid": "b"}]}),
        json!({"name": "a/b"}),
        json!({"name": "."}),
        json!({"generateName": "%/", "name": "%/"}),
        json!({"name": "a", "namespace": "X Y"}),
        json!({"labels": {"a b": "c d"}}),
        json!({"labels": {"a/b/c": "x".repeat(70)}}),
        json!({"annotations": {"": "a"}}),
        json!({"generation": -1}),
        json!({"finalizers": ["a b", null]}),
        json!({"finalizers": ["orphan", "foregroundDeletion"]}),
        json!({"ownerReferences": [{}]}),
        json!({"name": "a/", "labels": {"a b": "c"}, "finalizers": ["p q"], "namespace": "-", "generation": -2}),
        json!({"finalizers": "x"}),
        json!({"finalizers": [1]}),
        json!({"ownerReferences": 1}),
        json!({"managedFields": {}}),
        owners(
            json!([{"controller": true}, {"controller": false}, {"name": "b", "controller": true, "x": 1}]),
        ),
        owners(
            json!([{"controller": true, "blockOwnerDeletion": false}, {"controller": true}, {"kind": "<", "controller": true}]),
        ),
        owners(json!([{"controller": false}, {"controller": null}, {"controller": true}])),
        owners(json!([{"kind": "Event"}, {"kind": "Event", "apiVersion": "events.k8s.io/v1"}])),
        owners(
            json!([{"kind": "Event", "uid": "", "controller": true}, {"kind": "Event", "name": null, "controller": true}]),
        ),
    ]
}

/// Metadata with these owners. They have further fields, unless they are given.
fn owners(owners: Value) -> Value {
    let owners = owners.as_array().expect("a list").iter().map(|owner| {
        let mut whole = json!({"apiVersion": "v1", "kind": "A", "name": "a", "uid": "u"});
        whole.as_object_mut().expect("an owner").extend(owner.as_object().expect("fields").clone());
        whole
    });
    json!({"ownerReferences": owners.collect::<Vec<_>>()})
}

#[test]
fn schemas_with_two_mistakes_are_judged_as_the_server_does() {
    if env::var_os("RECORD").is_some() {
        record("mistaken_schemas.jsonl", with_two_mistakes());
    }
    let (count, accepted) = replay("mistaken_schemas.jsonl");
    assert_eq!((count, accepted), (with_two_mistakes().len(), 0));
}

fn with_two_mistakes() -> Vec<Value> {
    let spec = |spec: Value| json!({"type": "object", "properties": {"spec": spec}});
    let integer = |rule: &str| json!({"type": "integer", "x-kubernetes-validations": [{"rule": rule}]});
    // Rules on additional properties judge the default values of all keys, also of those that `properties` names.
    let both = |own: Value, default: Value| {
        let additional = integer("self < 0");
        let keywords = json!({"type": "object", "additionalProperties": additional, "properties": own});
        let mut schema = keywords;
        schema["default"] = default;
        spec(schema)
    };
    // `apiVersion` is a text for rules, so nothing below it has a type, except below a name that rules cannot say.
    let list = |name: &str, rule: &str| {
        let items = json!({"type": "object", "properties": {name: integer(rule)}});
        let rules = json!([{"rule": "true"}]);
        json!({"type": "object", "x-kubernetes-validations": rules, "properties": {"apiVersion": {"type": "array", "items": items}}})
    };
    let mut below = list("é", "self > 0");
    below["properties"]["apiVersion"]["items"]["x-kubernetes-validations"] = json!([{"rule": "true"}]);
    // The server prints a default value with unknown fields after it has read the metadata in it.
    let embedded = |metadata: Value| {
        let default = json!({"apiVersion": "v1", "kind": "A", "metadata": metadata, "spec": {"other": 1}});
        let properties = json!({"spec": {"type": "object"}});
        spec(
            json!({"type": "object", "x-kubernetes-embedded-resource": true, "properties": properties, "default": default}),
        )
    };
    vec![
        embedded(json!({})),
        embedded(json!(null)),
        embedded(json!({"other": [1], "name": "a"})),
        embedded(json!({"other": [1], "name": "A B"})),
        embedded(json!({"labels": {"a": null}, "creationTimestamp": null})),
        embedded(json!({"labels": 1})),
        embedded(json!([1])),
        both(json!({"p": {"type": "integer"}}), json!({"p": 5, "q": 6})),
        both(json!({"p": integer("self < 1")}), json!({"p": 5, "q": 2.0})),
        both(json!({"é": integer("self < 1")}), json!({"é": 5, "q": 6})),
        spec(json!({
            "type": "object",
            "additionalProperties": integer("self < 0"),
            "items": {"type": "string"},
            "default": {"a": 1},
        })),
        list("é", "self > 0"),
        list("é", "self > ''"),
        below,
    ]
    .into_iter()
    .chain(lists_of_unknown_types())
    .collect()
}

/// Default values with a list of an unknown type. Rules see an error in its place.
fn lists_of_unknown_types() -> Vec<Value> {
    let spec = |spec: Value| json!({"type": "object", "properties": {"spec": spec}});
    let list = |items: Value| json!({"type": "array", "items": items, "x-kubernetes-list-type": "other"});
    let with = |mut schema: Value, default: Value, rule: &str| {
        schema["default"] = default;
        schema["x-kubernetes-validations"] = json!([{"rule": rule}]);
        spec(schema)
    };
    let texts = || list(json!({"type": "string"}));
    let nested = || json!({"type": "array", "items": texts()});
    let object = || json!({"type": "object", "properties": {"a": texts()}});
    let mut keyed = json!({"type": "array", "items": object(), "x-kubernetes-list-type": "map"});
    keyed["items"]["properties"]["k"] = json!({"type": "string", "default": "d"});
    keyed["x-kubernetes-list-map-keys"] = json!(["k"]);
    let mut nameless = texts();
    nameless["x-kubernetes-list-type"] = "".into();
    let a = || json!({"a": ["x"]});
    vec![
        with(texts(), json!(["x"]), "self.size() < 1"),
        with(texts(), json!(["x"]), "self == oldSelf"),
        with(texts(), json!(["x"]), "true"),
        with(texts(), json!(["x"]), "self.size() > 0 || true"),
        with(nameless, json!(["x"]), "self.size() < 1"),
        with(nested(), json!([["x"]]), "self == oldSelf"),
        with(nested(), json!([["x"]]), "self.size() == 1"),
        with(nested(), json!([["x"]]), "self[0].size() > 0"),
        with(nested(), json!([["x"]]), "self in [self]"),
        with(object(), a(), "self.a.size() > 0"),
        with(object(), a(), "has(self.a)"),
        with(object(), a(), "self == self"),
        with(keyed.clone(), json!([{"k": "x"}, {"a": []}]), "self.all(x, x == x)"),
        with(keyed, json!([{"k": "x", "a": ["y"]}]), "self == oldSelf"),
    ]
}

#[test]
fn definitions_are_judged_as_the_server_does() {
    let file = "definition_cases.jsonl";
    if env::var_os("RECORD").is_some() {
        let cases: Vec<Value> = cases(file).into_iter().map(|case| case.line).collect();
        let answers = schemas::ask_definitions(&cases).expect("answers");
        let answered = cases.into_iter().zip(answers).filter_map(|(mut case, answer)| {
            case["errors"] = answer?;
            Some(format!("{case}\n"))
        });
        fs::write(data(file), answered.collect::<String>()).expect("written");
    }
    let mut different = Vec::new();
    for case in cases(file) {
        let (ours, recorded) = (schemas::definition_errors(&case.line["crd"]), &case.line["errors"]);
        if ours != *recorded {
            different.push(format!("{case}\n  is       {ours}\n  recorded {recorded}"));
        }
    }
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
}

/// Schemas that the server panics at are left out.
fn record(file: &str, schemas: Vec<Value>) {
    let answers = schemas::ask(&schemas).expect("answers");
    let lines = schemas.iter().zip(answers).filter(|(_, answer)| answer.get("panic").is_none());
    let lines: String =
        lines.map(|(schema, answer)| format!("{}\n", json!({"schema": schema, "answer": answer}))).collect();
    fs::write(data(file), lines).expect("written");
}

/// A test for each row of the table of corner cases that CRDs show.
macro_rules! corner_cases {
    ($($name:ident $row:literal)*) => {$(
        #[test]
        fn $name() {
            assert_row(concat!($row, ":"));
        }
    )*};
}

corner_cases! {
    row_18_a_variable_called_old_self 18
    row_20_optional_old_self_without_old_self 20
    row_21_optional_old_self_below_a_list 21
    row_30_a_pattern_and_a_duration_that_are_none 30
    row_31_a_conversion_that_fails_and_a_division 31
    row_32_a_rule_that_is_no_boolean 32
    row_33_an_integer_is_no_double 33
    row_34_line_breaks_in_rules 34
    row_41_labels_of_an_embedded_resource 41
    row_42_a_field_next_to_additional_properties_of_any_kind 42
    row_43_a_mistake_in_a_schema_hides_those_in_rules 43
    row_44_a_list_without_a_bound 44
    row_45_a_function_of_a_newer_release 45
    row_48_types_of_objects_in_texts 48
    row_56_transition_rules_and_a_default 56
    row_57_a_rule_above_a_default 57
    row_60_a_list_of_an_integer_and_a_text 60
}

/// The schemas whose ids begin so, against what the API server's code said (`-mode schema -stable`).
fn assert_row(start: &str) {
    let mut count = 0;
    for case in cases("corner_schemas.jsonl").iter().filter(|case| case.id.starts_with(start)) {
        let found = schemas::differences(&case.line["answer"], &schemas::ours(&case.line["schema"]));
        assert!(found.entries.is_empty() && found.places == 0, "{case}\n{}", found.entries.join("\n"));
        count += 1;
    }
    assert!(count > 0, "no case {start}");
}
