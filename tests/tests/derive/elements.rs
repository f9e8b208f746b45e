//! Rules on what lists and maps hold, at any depth: `items(items(..))`, `values(items(..))`, `items(values(..))`.

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Grid", namespaced)]
#[schemars(transform = GridSpec::x_validations)]
struct GridSpec {
    #[schemars(length(max = 4), inner(length(max = 4)))]
    #[x_validation(rule = "self.size() > 0", items(rule = "self.size() > 1", message = "too short"))]
    #[x_validation(items(
        items(rule = "self != 3"),
        items(rule = "self < 10", message_expression = "'%d is high'.format([self])")
    ))]
    cells: Vec<Vec<i64>>,
    #[serde(default)]
    #[schemars(length(max = 3), inner(length(max = 3), inner(length(max = 3))))]
    #[x_validation(items(items(items(rule = "self.startsWith('a')"), rule = "self.size() != 2")))]
    cube: Option<Vec<Vec<Vec<Short>>>>,
    #[serde(default)]
    #[schemars(extend("maxProperties" = 4))]
    #[x_validation(
        values(values(rule = "self >= oldSelf", message = "levels only rise")),
        values(rule = "self.size() <= 2")
    )]
    levels: BTreeMap<String, BTreeMap<String, i32>>,
    #[serde(default)]
    #[schemars(extend("maxProperties" = 4))]
    #[x_validation(values(items(
        rule = "self.port != 80",
        field_path = ".port",
        reason = "FieldValueForbidden"
    )))]
    ports: BTreeMap<String, Vec<Port>>,
    #[serde(default)]
    #[schemars(length(max = 4))]
    #[x_validation(items(values(rule = "self != 'x'")))]
    labels: Vec<Option<BTreeMap<String, String>>>,
    #[serde(default)]
    rows: Rows,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Short::x_validations)]
#[x_validation(rule = "self != 'ab'")]
struct Short(#[schemars(length(max = 10))] String);

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
#[x_validation(rule = "self.port > 0")]
struct Port {
    port: i32,
}

/// Elements of the value of a newtype.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(transform = Rows::x_validations)]
struct Rows(
    #[schemars(length(max = 4))]
    #[x_validation(items(values(rule = "self")))]
    Vec<BTreeMap<String, bool>>,
);

fn spec(changes: Value) -> Value {
    let mut spec = json!({"cells": [[1, 2], [4, 5]], "cube": [[["a"]]], "levels": {"a": {"b": 1}}, "ports": {"p": [{"port": 1}]}});
    for (name, value) in changes.as_object().unwrap() {
        spec[name] = value.clone();
    }
    spec
}

#[test]
fn rules_run_at_each_depth() {
    let specs = [
        json!({}),
        json!({"cells": []}),
        json!({"cells": [[1, 3], [], [11, 3, 10]]}),
        json!({"cube": [[["a", "b", "ab"], ["ab", "ac"]], [["x"], []]]}),
        json!({"cube": null}),
        json!({"levels": {"a": {"b": 1, "c": 1, "d": 1}, "e": {}}}),
        json!({"ports": {"p": [{"port": 80}, {"port": 0}], "q": [], "r": [{"port": 80}]}}),
        json!({"labels": [{"a": "x", "b": "y"}, null, {"c": "x"}]}),
        json!({"rows": [{"a": true}, {"b": false, "c": true, "d": false}]}),
    ];
    compare::<Grid, GridSpec>("elements", &specs.map(spec));
}

#[test]
fn values_of_maps_have_old_ones_at_each_depth() {
    let old = || spec(json!({"levels": {"a": {"b": 5, "c": 5}, "d": {"e": 1}}, "cells": [[3, 1]]}));
    let changes = [
        json!({"levels": {"a": {"b": 4, "c": 6}, "d": {"e": 1}}}),
        json!({"levels": {"a": {"x": 1}, "d": {"e": 0}}}),
        json!({"levels": {"b": {"b": 1}}, "cells": [[3, 1]]}),
        json!({"cells": [[3, 1], [3, 2]]}),
    ];
    compare_updates::<Grid, GridSpec>("element_updates", &changes.map(|new| [spec(new), old()]));
}

#[test]
fn the_crd_has_them_at_their_nodes() {
    assert_matches_crd::<Grid>();
}
