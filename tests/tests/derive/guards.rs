//! Conditions of several parts that show which fields are there: `has(self.a) && self.b > 0 ? .. : ..`.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare;
use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Guarded", namespaced)]
#[schemars(transform = GuardedSpec::x_validations)]
#[x_validation(rule = "has(self.a) && self.b > 0 ? self.a < 3 : self.b < 3")]
#[x_validation(rule = "self.b > 0 && has(self.a) ? self.a < 3 : !has(self.a)")]
#[x_validation(rule = "has(self.a) && has(self.name) && self.a > 1 ? self.name == 'x' : self.b == 1")]
#[x_validation(
    rule = "has(self.a) && has(self.name) && has(self.inner) && has(self.inner.c) && self.a < self.inner.c"
)]
#[x_validation(rule = "!has(self.a) || !has(self.name) || self.name.size() > self.a")]
#[x_validation(rule = "!(has(self.a) && self.a > 1) || self.a == 2")]
#[x_validation(rule = "!(has(self.a) && self.b > 0) ? self.b < 1 : self.a + self.b < 4")]
#[x_validation(rule = "(has(self.a) || self.b > 0) && self.a < 3")]
#[x_validation(
    rule = "has(self.inner) && (has(self.inner.c) && self.inner.c > 1) ? self.inner.c < 9 : self.b < 2"
)]
#[x_validation(rule = "has(self.inner) && has(self.inner.c) ? self.inner.c != self.inner.c + self.b : true")]
#[x_validation(rule = "self.name.size() > 0 && has(self.a) ? self.a > 1 : self.b == 1")]
#[x_validation(rule = "has(self.a) && self.name.size() > 0 ? self.a > 1 : self.b == 1")]
#[x_validation(rule = "10 / self.b > 4 || !has(self.a) || self.a == 1")]
#[x_validation(rule = "has(self.a) && 10 / self.b > 4 && self.a == 2")]
#[x_validation(rule = "type(self.port) == int && has(self.a) ? self.port > self.a : self.b == 1")]
#[x_validation(rule = "type(self.port) != string || !has(self.name) || self.port != self.name")]
#[x_validation(rule = "has(self.name) && type(self.port) == string && self.port.startsWith(self.name)")]
#[x_validation(rule = "'k' in self.labels && has(self.a) ? self.labels['k'] == 'v' : self.b < 2")]
#[x_validation(rule = "has(self.labels.k) && has(self.a) && self.labels.k == 'v' && self.a == 1")]
#[x_validation(
    rule = "self.items.all(i, i.name == 'https' && has(i.port) ? i.port == 443 : !has(i.port) || i.port > 80)"
)]
#[x_validation(
    rule = "self.items.all(i, self.items.exists_one(j, i.name == j.name && (has(i.port) && has(j.port) ? i.port == j.port : !has(i.port) && !has(j.port))))"
)]
#[x_validation(rule = "self.items.filter(i, has(i.port) && i.name != '' && i.port > 80).size() < 2")]
#[x_validation(rule = "self.items.exists(i, has(i.port) && has(self.a) && i.port > self.a)")]
#[x_validation(rule = "[1].all(x, has(self.a) && x > 0) ? self.a == 1 : true")]
#[x_validation(
    rule = "(has(self.a) && self.b > 0 ? has(self.name) && self.a > 0 : has(self.inner)) ? self.name == 'x' : true"
)]
pub struct GuardedSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<i64>,
    pub b: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<Inner>,
    pub port: IntOrString,
    #[schemars(extend("maxProperties" = 9))]
    pub labels: BTreeMap<String, String>,
    #[schemars(length(max = 9))]
    pub items: Vec<Item>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Item {
    #[schemars(length(max = 20))]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<i64>,
}

#[test]
fn each_field_may_be_absent() {
    let items = [
        json!([]),
        json!([{"name": "https", "port": 443}, {"name": "http"}]),
        json!([{"name": "https"}, {"name": "https", "port": 80}, {"name": "", "port": 81}]),
    ];
    let mut specs = Vec::new();
    for number in 0..48_usize {
        let bit = |bit: usize| number >> bit & 1 == 1;
        let mut spec = json!({"b": number % 3, "port": 80, "labels": {}, "items": items[number % 3]});
        let mut set = |name: &str, is_there: bool, value: Value| {
            if is_there {
                spec[name] = value;
            }
        };
        set("a", bit(0), json!([1, 2, 3][number / 3 % 3]));
        set("name", bit(1), json!(["x", "http", ""][number / 5 % 3]));
        set("inner", bit(2), if bit(3) { json!({"c": number / 7 % 4}) } else { json!({}) });
        set("port", bit(3), "http".into());
        set("labels", bit(4), if bit(1) { json!({"k": "v"}) } else { json!({"k": "w"}) });
        specs.push(spec);
    }
    compare::<Guarded, GuardedSpec>("guards", &specs);
}
