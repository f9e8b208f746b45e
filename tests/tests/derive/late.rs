//! Rules in generic types that look into the arguments, and lists with keys whose items are a parameter. Each use of the type compiles them.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests_types::Window;

/// Rules on the type, on fields and on items, and one of each that does not look into the argument.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Paged::<T>::x_validations)]
#[x_validation(rule = "!has(self.limit) || self.items.size() <= self.limit", field_path = ".items")]
#[x_validation(rule = "!has(self.limit) || self.limit < 9", message_expression = "'%d'.format([self.limit])")]
#[x_validation(rule = "self == oldSelf || has(self.limit)", message = "without a limit a page stays")]
pub struct Paged<T> {
    #[schemars(length(max = 5))]
    #[x_validation(rule = "self.size() != 1", items(rule = "self in [self]"))]
    items: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self > 0")]
    limit: Option<i64>,
}

/// Numbers, texts, times: whatever can be ordered.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Range::<T>::x_validations)]
#[x_validation(rule = "self.min <= self.max", message_expression = "'%s > %s'.format([self.min, self.max])")]
pub struct Range<T> {
    min: T,
    max: T,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Fixed::<T>::x_validations)]
pub struct Fixed<T> {
    #[x_validation(rule = "self == oldSelf", message = "stays", reason = "FieldValueForbidden")]
    value: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self != oldSelf")]
    other: Option<Box<T>>,
    #[schemars(extend("maxProperties" = 3))]
    #[x_validation(rule = "self.all(k, self[k] == self[k])", values(rule = "self == oldSelf"))]
    more: BTreeMap<String, T>,
}

/// A newtype.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Few::<T>::x_validations)]
#[x_validation(rule = "self.size() < 3")]
pub struct Few<T>(#[schemars(length(max = 4))] Vec<T>);

/// Hands its arguments on.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Role::<C, O>::x_validations)]
#[x_validation(rule = "self.overrides.size() > 0 || self.config.items.size() > 0")]
pub struct Role<C, O = i64> {
    config: Paged<C>,
    #[x_validation(rule = "self.size() != 2")]
    overrides: Few<O>,
    range: Window<String>,
    #[schemars(extend("maxProperties" = 2))]
    windows: BTreeMap<String, Window<O>>,
    fixed: Option<Fixed<Few<C>>>,
}

/// A list with keys of its parameter.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Keyed::<T>::x_validations)]
pub struct Keyed<T> {
    #[schemars(
        length(max = 4),
        extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name", "port"])
    )]
    #[x_validation(items(rule = "self == oldSelf", message = "items stay"))]
    items: Vec<T>,
    #[schemars(
        length(max = 4),
        extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"])
    )]
    others: Vec<Box<T>>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
pub struct Port {
    #[schemars(length(max = 9))]
    name: String,
    port: i32,
    #[x_validation(rule = "self >= oldSelf", message_expression = "'%d < %d'.format([self, oldSelf])")]
    weight: i64,
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Late", namespaced)]
#[schemars(transform = LateSpec::x_validations)]
#[x_validation(rule = "self.ports.items.size() < 4 && self.numbers.min < 90")]
pub struct LateSpec {
    ports: Paged<Item>,
    numbers: Range<i64>,
    #[x_validation(rule = "self.max != 'zz'")]
    texts: Range<String>,
    floats: Option<Range<f64>>,
    fixed: Fixed<Port>,
    lists: Fixed<Few<i32>>,
    role: Role<i32, String>,
    #[schemars(extend("maxProperties" = 2))]
    roles: BTreeMap<String, Role<Range<u8>, i64>>,
    keyed: Keyed<Port>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Item::x_validations)]
#[x_validation(rule = "self.port > 0")]
pub struct Item {
    name: String,
    port: i32,
    weight: i64,
}

fn port(name: &str, port: i32, weight: i64) -> Value {
    json!({ "name": name, "port": port, "weight": weight })
}

fn spec() -> Value {
    let fixed = |value: Value| json!({ "value": value, "more": { "a": value } });
    let range = |min: Value, max: Value| json!({ "min": min, "max": max });
    let window = |first: Value, last: Value| json!({ "first": first, "last": last });
    json!({
        "ports": { "items": [port("a", 1, 2), port("b", 2, 3)], "limit": 3 },
        "numbers": range(1.into(), 2.into()),
        "texts": range("a".into(), "b".into()),
        "floats": range(1.5.into(), 2.5.into()),
        "fixed": fixed(port("a", 1, 2)),
        "lists": fixed(json!([1])),
        "role": {
            "config": { "items": [1, 2] }, "overrides": ["x"], "range": window("a".into(), "b".into()),
            "windows": { "w": window("a".into(), "b".into()) }, "fixed": fixed(json!([3])),
        },
        "roles": {
            "r": {
                "config": { "items": [range(1.into(), 2.into()), range(2.into(), 3.into())] }, "overrides": [4],
                "range": window("a".into(), "b".into()), "windows": { "v": window(5.into(), 6.into()) },
            },
        },
        "keyed": { "items": [port("a", 1, 2), port("b", 2, 3)], "others": [port("c", 1, 2)] },
    })
}

fn late(change: impl Fn(&mut Value)) -> Value {
    let mut spec = spec();
    change(&mut spec);
    json!({ "apiVersion": "example.dev/v1", "kind": "Late", "metadata": { "name": "l" }, "spec": spec })
}

#[test]
fn each_use_of_a_generic_type_runs_its_rules() {
    let good = || late(|_| ());
    let new = [
        late(|spec| spec["ports"]["limit"] = 1.into()),
        late(|spec| spec["ports"] = json!({ "items": [port("a", 1, 2)], "limit": 10 })),
        late(|spec| spec["numbers"]["max"] = 0.into()),
        late(|spec| spec["texts"] = json!({ "min": "zzz", "max": "zz" })),
        late(|spec| spec["floats"]["min"] = 7.25.into()),
        late(|spec| spec["role"]["overrides"] = json!(["a", "b"])),
        late(|spec| spec["role"]["overrides"] = json!(["a", "b", "c"])),
        late(|spec| {
            spec["role"] = json!({
                "config": { "items": [] }, "overrides": [], "range": { "first": "z", "last": "a" },
                "windows": { "w": { "first": "z", "last": "a" } }, "fixed": { "value": [1, 2, 3], "more": { "x": [1, 2, 3] } },
            })
        }),
        late(|spec| spec["roles"]["r"]["config"]["items"][1]["min"] = 9.into()),
        late(|spec| spec["roles"]["r"]["windows"]["v"]["last"] = 0.into()),
        late(|spec| spec["lists"]["value"] = json!([1, 2, 3])),
    ];
    let updates = [
        late(|spec| spec["fixed"]["value"]["weight"] = 9.into()),
        late(|spec| spec["fixed"]["other"] = port("a", 1, 2)),
        late(|spec| spec["fixed"]["more"]["a"]["weight"] = 1.into()),
        late(|spec| spec["fixed"]["more"] = json!({ "b": port("a", 1, 1) })),
        late(|spec| spec["lists"] = json!({ "value": [2], "other": [1], "more": { "a": [1, 2] } })),
        late(|spec| spec["role"]["config"]["items"] = json!([1, 2, 3])),
        late(|spec| spec["role"]["fixed"]["value"] = json!([4])),
        late(|spec| spec["role"]["range"] = json!({ "first": "a", "last": "c" })),
        late(|spec| spec["role"]["windows"]["w"]["last"] = "d".into()),
        late(|spec| spec["roles"]["r"]["config"]["items"][0] = json!({ "min": 3, "max": 4 })),
        late(|spec| spec["roles"]["r"]["overrides"] = json!([5])),
        late(|spec| spec["keyed"]["items"] = json!([port("b", 2, 4), port("a", 1, 1)])),
        late(|spec| spec["keyed"]["items"] = json!([port("b", 1, 4), port("a", 1, 2)])),
        late(|spec| spec["keyed"]["others"] = json!([port("x", 1, 1), port("c", 2, 1)])),
        late(|spec| spec["numbers"]["max"] = 0.into()),
    ];
    let bad = late(|spec| {
        spec["numbers"]["max"] = 0.into();
        spec["role"]["range"] = json!({ "first": "z", "last": "a" });
        spec["keyed"]["items"][0]["weight"] = 9.into();
    });
    let mut cases = vec![(good(), None), (bad.clone(), Some(bad.clone())), (bad.clone(), Some(good()))];
    cases.extend(new.map(|new| (new, None)));
    cases.extend(updates.clone().map(|new| (new, Some(good()))));
    cases.extend(updates.map(|new| (new, Some(bad.clone()))));
    compare_roots::<Late>("late", &cases);
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_matches_crd::<Late>();
}

#[test]
fn a_value_alone_runs_what_does_not_look_into_the_argument() {
    let window = |first, last| Window { first, last };
    // A struct around it knows the argument.
    #[derive(XValidation, Serialize)]
    struct Own(Window<i32>);
    assert!(Own(window(1, 2)).x_validate().is_ok());
    assert_eq!(
        Own(window(2, 1)).x_validate().unwrap_err().to_string(),
        "<nil>: Invalid value: from first to last"
    );
}
