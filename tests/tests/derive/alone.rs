//! Structs with nothing but a flattened map, text that another type writes, bytes of k8s-openapi, its types in lists of generic types.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::{ByteString, api::core::v1::EnvVar, apimachinery::pkg::api::resource::Quantity};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    net::IpAddr,
};

/// Anything.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Extra {
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

/// A map of texts.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Labels::x_validations)]
#[x_validation(rule = "self.all(k, self[k] != '')", message = "a label is empty")]
pub struct Labels {
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
    #[serde(skip)]
    known: bool,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Named::x_validations)]
#[x_validation(rule = "self == oldSelf", message = "it changes")]
pub struct Named {
    name: String,
    #[serde(flatten)]
    extra: Extra,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Alone", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = AloneSpec::x_validations)]
#[x_validation(rule = "self.extra == oldSelf.extra", message = "extra changes")]
#[x_validation(rule = "!has(self.more) || self.more == oldSelf.more", message = "more changes")]
#[x_validation(rule = "'a' in self.labels && self.labels.size() < 3", message = "labels")]
#[x_validation(rule = "self.address == '10.0.0.1' || !has(self.address)", message = "address")]
#[x_validation(rule = "self.port == '80' || has(self.port)", message = "port")]
#[x_validation(rule = "self.key.size() < 3 && self.key != b'x'", message = "key")]
pub struct AloneSpec {
    #[x_validation(rule = "self == oldSelf", message = "extra is fixed")]
    extra: Extra,
    more: Option<Extra>,
    labels: Labels,
    named: Named,
    #[schemars(with = "String")]
    address: Option<IpAddr>,
    #[schemars(with = "Option<String>")]
    port: String,
    #[schemars(with = "String", extend("format" = "byte"))]
    key: ByteString,
}

fn objects() -> Vec<Value> {
    let alone = |extra: Value, labels: Value, address: Value, port: &str, key: &str| {
        json!({
            "extra": extra,
            "more": extra,
            "labels": labels,
            "named": { "name": "n", "x": extra },
            "address": address,
            "port": port,
            "key": key,
        })
    };
    vec![
        alone(json!({}), json!({}), json!(null), "", ""),
        alone(json!({ "a": 1, "b": [null] }), json!({ "a": "x" }), json!("10.0.0.1"), "80", "eA=="),
        alone(json!({ "a": 1.0, "b": [null] }), json!({ "a": "x" }), json!("::1"), "81", "eHl6eg=="),
        alone(json!({ "a": null }), json!({ "a": "", "b": "", "c": "" }), json!(null), "80", "eHk="),
    ]
}

#[test]
fn a_struct_with_a_flattened_map_is_that_map() {
    compare::<Alone, AloneSpec>("alone", &objects());
}

#[test]
fn updates_of_structs_with_a_flattened_map() {
    let objects = objects();
    let pairs: Vec<_> =
        objects.iter().flat_map(|new| objects.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Alone, AloneSpec>("alone_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Alone>();
    assert_matches_crd::<Paged>();
}

/// Lists of each kind in a generic type.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Page::<T>::x_validations)]
pub struct Page<T> {
    queue: VecDeque<T>,
    pair: [T; 2],
    last: Box<T>,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Paged", namespaced)]
#[schemars(transform = PagedSpec::x_validations)]
#[x_validation(rule = "self.env.queue.all(e, !has(e.value))", message = "queue")]
#[x_validation(rule = "self.env.pair[0].name != self.env.pair[1].name", message = "pair")]
#[x_validation(
    rule = "self.env.pair == oldSelf.env.pair || self.env.last.name == 'a'",
    message = "same pair"
)]
#[x_validation(rule = "self.boxed.queue.exists(e, e.name == 'a')", message = "boxed")]
#[x_validation(rule = "self.boxed.last.name == 'b' || self.boxed == oldSelf.boxed", message = "last")]
#[x_validation(rule = "self.sizes.queue.all(q, type(q) == string)", message = "sizes")]
#[x_validation(rule = "self.lists.last.size() < 2 || self.lists.last[1].name == 'c'", message = "lists")]
pub struct PagedSpec {
    #[x_validation(rule = "self.queue.size() < 3", message = "too many")]
    env: Page<EnvVar>,
    boxed: Page<Box<EnvVar>>,
    sizes: Page<Quantity>,
    lists: Page<VecDeque<EnvVar>>,
}

fn pages() -> Vec<Value> {
    let env = |name: &str| json!({ "name": name });
    let page = |queue: Value, first: Value, last: Value| json!({ "queue": queue, "pair": [first, last], "last": last });
    let paged = |names: [&str; 3]| {
        let [a, b, c] = names.map(env);
        json!({
            "env": page(json!([a, b]), b.clone(), c.clone()),
            "boxed": page(json!([a]), c.clone(), b.clone()),
            "sizes": page(json!(["1", "2Gi"]), json!("1"), json!("x")),
            "lists": page(json!([[a], []]), json!([b]), json!([c, c])),
        })
    };
    vec![paged(["a", "b", "c"]), paged(["b", "a", "a"]), paged(["a", "a", "a"]), paged(["", "b", ""])]
}

#[test]
fn arguments_of_kubernetes_in_lists_of_each_kind() {
    let objects = pages();
    compare::<Paged, PagedSpec>("paged", &objects);
    let pairs: Vec<_> =
        objects.iter().flat_map(|new| objects.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Paged, PagedSpec>("paged_updates", &pairs);
}
