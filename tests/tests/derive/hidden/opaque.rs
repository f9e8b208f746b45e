//! Opaque values: present or absent, equal or not, counted; compared as their own schema says.

use super::super::answers::{compare, compare_roots, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::{Affinity, Container};
use kube::CustomResource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A type of another crate: it has no derive of ours.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Foreign {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "duration"))]
    wait: Option<String>,
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    tags: Vec<String>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["id"]))]
    parts: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<k8s_openapi::apimachinery::pkg::util::intstr::IntOrString>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, Option<i32>>,
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    #[serde(skip_serializing_if = "Value::is_null")]
    free: Value,
    nullable: Option<bool>,
    #[serde(rename = "a-b", skip_serializing_if = "Option::is_none")]
    a_b: Option<i64>,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct Part {
    id: String,
    v: i64,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Opaque", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = OpaqueSpec::x_validations)]
#[x_validation(rule = "self == oldSelf", message = "the object")]
#[x_validation(rule = "has(self.maybe) == has(oldSelf.maybe)", message = "maybe came or went")]
#[x_validation(rule = "self.always == oldSelf.always", message = "always")]
#[x_validation(rule = "self.always != oldSelf.always || self.maybe == oldSelf.maybe", message = "maybe")]
#[x_validation(rule = "self.list.size() < 3", message = "list")]
#[x_validation(rule = "self.list.all(x, x in oldSelf.list)", message = "in list")]
#[x_validation(
    rule = "self.map.size() < 3 && self.map.all(k, k in oldSelf.map && self.map[k] == oldSelf.map[k])",
    message = "map"
)]
#[x_validation(rule = "self.holder == oldSelf.holder", message = "holder")]
#[x_validation(rule = "self.holders == oldSelf.holders", message = "holders")]
#[x_validation(rule = "self.?maybe.hasValue() && self.?maybe.value() == oldSelf.maybe", message = "optional")]
#[x_validation(rule = "[self.always] == [oldSelf.always]", message = "in a list")]
pub struct OpaqueSpec {
    #[x_validation(opaque)]
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<Foreign>,
    #[x_validation(opaque, rule = "self == oldSelf", message = "immutable")]
    always: Foreign,
    #[x_validation(opaque)]
    #[schemars(length(max = 4))]
    list: Vec<Foreign>,
    #[x_validation(opaque)]
    #[schemars(extend("maxProperties" = 4))]
    map: BTreeMap<String, Foreign>,
    holder: Holder,
    #[schemars(length(max = 4))]
    holders: Vec<Holder>,
    #[x_validation(opaque, rule = "self == oldSelf", message = "text")]
    #[schemars(schema_with = "bounded")]
    text: String,
    #[x_validation(opaque)]
    #[schemars(schema_with = "free_form")]
    values: Value,
    #[x_validation(opaque)]
    affinity: Option<Affinity>,
    #[x_validation(opaque)]
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]), length(max = 4))]
    containers: Vec<Container>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Holder {
    #[x_validation(opaque)]
    held: Option<Foreign>,
    n: i64,
}

fn bounded(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "maxLength": 9 })
}

fn free_form(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "x-kubernetes-preserve-unknown-fields": true })
}

fn foreign(changes: Value) -> Value {
    let mut foreign = json!({
        "name": "n", "at": "2024-01-01T00:00:00Z", "wait": "60s", "tags": ["a", "b"],
        "parts": [{ "id": "x", "v": 1 }, { "id": "y", "v": 2 }], "ratio": 0.1, "port": 8, "labels": { "l": 1, "m": null },
        "free": { "any": [1, "x"] }, "nullable": null, "a-b": 3,
    });
    for (key, value) in changes.as_object().unwrap() {
        foreign[key] = value.clone();
    }
    foreign
}

fn spec(changes: Value) -> Value {
    let mut spec = json!({
        "maybe": foreign(json!({})), "always": foreign(json!({})), "list": [foreign(json!({}))],
        "map": { "k": foreign(json!({})) }, "holder": { "held": foreign(json!({})), "n": 1 },
        "holders": [{ "held": null, "n": 1 }, { "held": foreign(json!({})), "n": 2 }], "text": "t",
        "values": { "a": 1 }, "affinity": { "nodeAffinity": {} },
        "containers": [{ "name": "a", "image": "i" }, { "name": "b" }],
    });
    for (key, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => drop(spec.as_object_mut().unwrap().remove(key)),
            value => spec[key] = value.clone(),
        }
    }
    spec
}

/// Changes of a foreign value. Some leave it equal.
fn changes() -> Vec<Value> {
    vec![
        json!({}),
        json!({ "name": "other" }),
        json!({ "at": "2024-01-01T01:00:00+01:00" }),
        json!({ "at": "2024-01-01T01:00:00Z" }),
        json!({ "wait": "1m" }),
        json!({ "wait": "1m1s" }),
        json!({ "tags": ["b", "a"] }),
        json!({ "tags": ["b", "a", "c"] }),
        json!({ "parts": [{ "id": "y", "v": 2 }, { "id": "x", "v": 1 }] }),
        json!({ "parts": [{ "id": "y", "v": 2 }, { "id": "x", "v": 3 }] }),
        json!({ "ratio": 0.2 }),
        json!({ "port": "8" }),
        json!({ "labels": { "l": 1, "m": 2 } }),
        json!({ "labels": { "m": null, "l": 1 } }),
        json!({ "free": { "any": [1, "y"] } }),
        json!({ "free": null }),
        json!({ "nullable": true }),
        json!({ "a-b": 4 }),
    ]
}

#[test]
fn opaque_values_are_compared_as_on_the_server() {
    assert_matches_crd::<Opaque>();
    let of_always = changes().into_iter().map(|change| json!({ "always": foreign(change) }));
    let of_maybe = changes().into_iter().step_by(4).map(|change| json!({ "maybe": foreign(change) }));
    let of_holder = changes()
        .into_iter()
        .step_by(3)
        .map(|change| json!({ "holder": { "held": foreign(change), "n": 1 } }));
    let of_list = changes().into_iter().step_by(3).map(|change| json!({ "list": [foreign(change)] }));
    let of_map = changes().into_iter().step_by(3).map(|change| json!({ "map": { "k": foreign(change) } }));
    let others = [
        json!({ "maybe": null }),
        json!({ "text": "u" }),
        json!({ "values": { "a": 2 } }),
        json!({ "values": "text" }),
        json!({ "affinity": null }),
        json!({ "affinity": { "nodeAffinity": {}, "podAffinity": {} } }),
        json!({ "containers": [{ "name": "b" }, { "name": "a", "image": "i" }] }),
        json!({ "containers": [{ "name": "b" }, { "name": "a", "image": "j" }] }),
        json!({ "list": [foreign(json!({})), foreign(json!({})), foreign(json!({}))] }),
        json!({ "holder": { "held": null, "n": 1 } }),
        json!({ "holder": { "n": 1 } }),
        json!({ "holders": [] }),
        json!({ "map": {} }),
    ];
    let all = of_always.chain(of_maybe).chain(of_holder).chain(of_list).chain(of_map).chain(others);
    let pairs: Vec<[Value; 2]> = all
        .flat_map(|change| {
            let (changed, plain) = (spec(change), spec(json!({})));
            [[changed.clone(), plain.clone()], [plain, changed]]
        })
        .collect();
    compare_updates::<Opaque, OpaqueSpec>("hidden_opaque_updates", &pairs);
    compare::<Opaque, OpaqueSpec>("hidden_opaque", &[spec(json!({})), spec(json!({ "maybe": null }))]);
}

/// Updates that leave an opaque value as it is, or in another order of its keyed items, give warnings only.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Ratcheted", namespaced)]
#[schemars(transform = RatchetedSpec::x_validations)]
pub struct RatchetedSpec {
    outer: Outer,
    n: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Outer::x_validations)]
#[x_validation(rule = "!has(self.held)", message = "held")]
pub struct Outer {
    #[x_validation(opaque)]
    held: Option<Foreign>,
    #[x_validation(opaque, rule = "self.size() > 5", message = "short")]
    list: Vec<Foreign>,
    #[x_validation(opaque)]
    #[schemars(schema_with = "free_form")]
    values: Value,
}

#[test]
fn ratcheting_follows_the_schema_of_opaque_values() {
    assert_matches_crd::<Ratcheted>();
    // What no schema describes is never the same as before.
    let spec = |change: Value, n: i64| {
        let mut held = foreign(json!({ "free": null }));
        held.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let list = [foreign(json!({ "free": null }))];
        json!({ "outer": { "held": held, "list": list, "values": "t" }, "n": n })
    };
    let mut pairs: Vec<[Value; 2]> =
        changes().into_iter().map(|change| [spec(change, 1), spec(json!({}), 2)]).collect();
    for values in [json!({ "a": 2 }), json!("text"), json!([1])] {
        let with = |mut spec: Value| {
            spec["outer"]["values"] = values.clone();
            spec
        };
        pairs.push([with(spec(json!({}), 1)), spec(json!({}), 1)]);
        pairs.push([with(spec(json!({}), 1)), with(spec(json!({}), 2))]);
    }
    compare_updates::<Ratcheted, RatchetedSpec>("hidden_opaque_ratcheting", &pairs);
}

/// A status of another crate.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Observed", namespaced, status = "Foreign")]
#[kube(validation = "!has(self.status) || self.spec.n > 0")]
#[kube(validation = "has(oldSelf.status) && self.status == oldSelf.status")]
#[x_validation(opaque_status)]
pub struct ObservedSpec {
    n: i64,
}

#[test]
fn a_status_may_be_opaque() {
    assert_matches_crd::<Observed>();
    let object = |n: i64, status: Option<Value>| {
        let mut object = json!({ "apiVersion": "example.dev/v1", "kind": "Observed", "metadata": { "name": "o" }, "spec": { "n": n } });
        if let Some(status) = status {
            object["status"] = foreign(status);
        }
        object
    };
    let cases = [
        (object(1, None), None),
        (object(0, None), None),
        (object(0, Some(json!({}))), None),
        (object(1, Some(json!({}))), Some(object(1, None))),
        (object(1, Some(json!({ "tags": ["b", "a"], "wait": "1m" }))), Some(object(1, Some(json!({}))))),
        (object(0, Some(json!({ "name": "x" }))), Some(object(2, Some(json!({}))))),
    ];
    compare_roots::<Observed>("hidden_status", &cases);
}

/// The derive does not know that the text has no bound: only its CRD tells what the rule costs.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Dear", namespaced)]
#[schemars(transform = DearSpec::x_validations)]
pub struct DearSpec {
    #[schemars(extend("maxProperties" = 100))]
    parts: BTreeMap<String, DearPart>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = DearPart::x_validations)]
#[x_validation(rule = "self.text == oldSelf.text")]
pub struct DearPart {
    #[x_validation(opaque)]
    text: String,
}

#[test]
fn the_assertion_tells_what_the_server_refuses_for_its_cost() {
    let refused = std::panic::catch_unwind(assert_matches_crd::<Dear>).expect_err("a refusal");
    let text = refused.downcast_ref::<String>().expect("a text");
    let place = "spec.validation.openAPIV3Schema.properties[spec].properties[parts].additionalProperties.x-kubernetes-validations[0].rule";
    let start =
        format!("the API server refuses the CRD: {place}: estimated rule cost exceeds budget by factor of ");
    assert!(text.starts_with(&start), "{text}");
}

/// `dyn(..)` takes the type away, so that a rule may look into an opaque value: it reads it by the schema of the CRD, as the server does.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Looked", namespaced)]
#[schemars(transform = LookedSpec::x_validations)]
#[x_validation(rule = "dyn(self.held).name == 'n'")]
#[x_validation(rule = "dyn(self.held)['name'] == 'n'")]
#[x_validation(rule = "has(dyn(self.held).ratio)")]
#[x_validation(rule = "dyn(self.held).at < timestamp('2025-01-01T00:00:00Z')")]
#[x_validation(rule = "dyn(self.held).wait == duration('1m')")]
#[x_validation(rule = "dyn(self.held).tags.size() == 2 && dyn(self.held).tags == ['b', 'a']")]
#[x_validation(rule = "dyn(self.held).parts.all(p, p.v > 0)")]
#[x_validation(rule = "dyn(self.held).port + 1 > 0")]
#[x_validation(rule = "dyn(self.held).labels.exists_one(k, dyn(self.held).labels[k] == 1)")]
#[x_validation(rule = "dyn(self.held).a__dash__b == 3")]
#[x_validation(rule = "dyn(self.held)['a-b'] == 3")]
#[x_validation(rule = "dyn(self.held).free.any == [1]")]
#[x_validation(rule = "dyn(self.held).nullable == true")]
#[x_validation(rule = "dyn(self.held).missing == 1")]
#[x_validation(rule = "type(dyn(self.text)) == string && dyn(self.text).size() < 3")]
#[x_validation(rule = "dyn(self.list)[0].name == 'n'")]
#[x_validation(rule = "dyn(self.list).exists(x, x.name == 'n')")]
#[x_validation(rule = "[dyn(self.held)].map(x, x.name)[0] == 'n'")]
#[x_validation(rule = "dyn(self.containers)[0].name == 'c'")]
#[x_validation(rule = "'name' in dyn(self.held)")]
#[x_validation(rule = "dyn(self.held).all(k, k != 'x')")]
#[x_validation(rule = "dyn(self.held).size() > 0")]
pub struct LookedSpec {
    #[x_validation(opaque)]
    held: Foreign,
    #[x_validation(opaque)]
    #[schemars(schema_with = "bounded")]
    text: String,
    #[x_validation(opaque)]
    #[schemars(length(max = 4))]
    list: Vec<Foreign>,
    #[x_validation(opaque)]
    #[schemars(length(max = 4))]
    containers: Vec<Container>,
}

#[test]
fn dyn_looks_into_opaque_values_as_on_the_server() {
    let spec = |held: Value| json!({"held": foreign(held), "text": "abc", "list": [foreign(json!({}))], "containers": [{"name": "c"}]});
    let specs = [
        spec(json!({})),
        spec(
            json!({"name": "x", "at": "2026-01-01T00:00:00Z", "tags": ["a"], "nullable": true, "port": "x"}),
        ),
        spec(json!({"at": "never", "wait": "long", "labels": {"l": 1}, "free": {"any": [1]}})),
        json!({"held": {}, "text": "", "list": [], "containers": []}),
    ];
    compare::<Looked, LookedSpec>("looked_into", &specs);
}
