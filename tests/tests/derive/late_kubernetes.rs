//! Types of k8s-openapi as arguments of generic types: rules look into them from above and from inside.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::{
    batch::v1::JobSpec,
    core::v1::{EnvVar, PodSpec, ResourceRequirements},
};
use k8s_openapi::apimachinery::pkg::{
    api::resource::Quantity,
    apis::meta::v1::{Condition, Time},
    util::intstr::IntOrString,
};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rules on the type and on its fields and items look into the argument.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Page::<T>::x_validations)]
#[x_validation(rule = "self.items.size() <= self.limit", message = "too many")]
#[x_validation(rule = "self == oldSelf || self.limit > 1", message = "stays")]
pub struct Page<T> {
    #[x_validation(rule = "self.size() != 1", items(rule = "self in [self]"))]
    items: Vec<T>,
    limit: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(values(rule = "self == oldSelf"))]
    more: Option<BTreeMap<String, T>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Box<T>>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Range::<T>::x_validations)]
#[x_validation(rule = "self.min != self.max", message = "no range")]
pub struct Range<T> {
    min: T,
    max: T,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Template::<T>::x_validations)]
pub struct Template<T> {
    #[x_validation(rule = "self == oldSelf", message = "a template stays")]
    spec: T,
}

/// One of two types in lists and maps, whose values are converted where they are read.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Ports::<T>::x_validations)]
#[x_validation(rule = "self.list.all(i, i == 'a' || i == 80) && self.one in self.list", message = "list")]
#[x_validation(rule = "self.map.all(k, self.map[k] == self.one)", message = "map")]
#[x_validation(
    rule = "self.list == oldSelf.list && self.map == oldSelf.map || self.one == 80",
    message = "stays"
)]
pub struct Ports<T> {
    #[schemars(length(max = 5))]
    list: Vec<T>,
    #[schemars(extend("maxProperties" = 5))]
    #[x_validation(rule = "self.all(k, self[k] != 'z')", values(rule = "self != 'b'"))]
    map: BTreeMap<String, T>,
    #[x_validation(rule = "self == oldSelf || self == 80")]
    one: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 5))]
    #[x_validation(rule = "self.size() > 1", items(rule = "self != 'c'"))]
    more: Option<Vec<T>>,
}

/// The same as a whole argument.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = One::<T>::x_validations)]
pub struct One<T> {
    #[x_validation(rule = "self == oldSelf", message = "one stays")]
    one: T,
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Choice", namespaced)]
#[schemars(transform = ChoiceSpec::x_validations)]
#[x_validation(
    rule = "self.ports.list.exists(p, type(p) == string) || self.ports.map.exists(k, type(self.ports.map[k]) == int)"
)]
#[x_validation(
    rule = "self.ports == oldSelf.ports || self.ports.list.map(p, p)[0] == self.ports.one",
    message = "whole"
)]
#[x_validation(rule = "self.few.one.all(p, p == 3) && self.named.one.size() < 3", message = "few")]
pub struct ChoiceSpec {
    ports: Ports<IntOrString>,
    few: One<Vec<IntOrString>>,
    named: One<BTreeMap<String, IntOrString>>,
}

/// Hands its argument on.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Outer::<T>::x_validations)]
#[x_validation(rule = "has(self.page.items)")]
pub struct Outer<T> {
    page: Page<T>,
    templates: BTreeMap<String, Template<T>>,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Late", namespaced)]
#[schemars(transform = LateSpec::x_validations)]
#[x_validation(rule = "self.env.items.all(e, e.name != '')", message = "env")]
#[x_validation(rule = "self.env.items.exists(e, has(e.valueFrom) && has(e.valueFrom.secretKeyRef))")]
#[x_validation(rule = "self.env == oldSelf.env", message = "env changes")]
#[x_validation(rule = "self.pod.spec.containers.all(c, c.image != '')", message = "pod")]
#[x_validation(rule = "self.time.min < self.time.max", message = "time")]
#[x_validation(rule = "quantity(string(self.size.min)).isLessThan(quantity('1Gi'))", message = "size")]
#[x_validation(rule = "has(self.job.spec.template) && self.job == oldSelf.job", message = "job")]
#[x_validation(rule = "has(self.env.first) && self.env.first.name == 'a' && self.env.more['a'].name == ''")]
#[x_validation(rule = "self.lists.spec.all(c, c.type == 'Ready')", message = "lists")]
#[x_validation(
    rule = "self.outer.page.items[0].status == 'True' && self.outer.templates['a'].spec.reason == ''"
)]
#[x_validation(rule = "type(self.port.spec) == int && self.port.spec < 1024", message = "port")]
#[x_validation(rule = "has(self.resources.spec.limits) && 'cpu' in self.resources.spec.limits")]
#[x_validation(rule = "dyn(self.env.items) == dyn(oldSelf.env.items)", message = "dyn")]
pub struct LateSpec {
    env: Page<EnvVar>,
    pod: Template<PodSpec>,
    job: Template<JobSpec>,
    time: Range<Time>,
    size: Range<Quantity>,
    lists: Template<Vec<Condition>>,
    outer: Outer<Condition>,
    port: Template<IntOrString>,
    resources: Template<ResourceRequirements>,
}

/// A newtype of such a type, and one that flattens it.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Own::x_validations)]
pub struct Own(#[x_validation(rule = "self.limit < 5", message = "own")] Page<EnvVar>);

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Flat", namespaced)]
#[schemars(transform = FlatSpec::x_validations)]
#[x_validation(
    rule = "self.items.all(i, i.name != '') && self.own.items.all(i, i.name != '')",
    message = "flat"
)]
pub struct FlatSpec {
    own: Own,
    plain: Single,
    #[serde(flatten)]
    page: Page<EnvVar>,
}

/// A variant with fields is an object of its own.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Source::<T>::x_validations)]
#[serde(rename_all = "camelCase")]
pub enum Source<T> {
    One(T),
    More { items: Vec<T>, limit: Option<i32> },
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Single(Template<EnvVar>);

fn condition(kind: &str, reason: &str) -> Value {
    let time = "2024-01-01T00:00:00Z";
    json!({ "type": kind, "status": "True", "reason": reason, "message": "", "lastTransitionTime": time })
}

fn right() -> Value {
    let secret = json!({ "secretKeyRef": { "key": "k", "name": "s" } });
    json!({
        "env": {
            "items": [{ "name": "a" }, { "name": "b", "valueFrom": secret }], "limit": 2,
            "more": { "a": { "name": "" } }, "first": { "name": "a" },
        },
        "pod": { "spec": { "containers": [{ "name": "c", "image": "i" }] } },
        "job": { "spec": { "template": { "spec": { "containers": [] } } } },
        "time": { "min": "2024-01-01T00:00:00Z", "max": "2025-01-01T00:00:00Z" },
        "size": { "min": "1", "max": "2" },
        "lists": { "spec": [condition("Ready", "r")] },
        "outer": {
            "page": { "items": [condition("A", ""), condition("B", "")], "limit": 3 },
            "templates": { "a": { "spec": condition("A", "") } },
        },
        "port": { "spec": 80 },
        "resources": { "spec": { "limits": { "cpu": "1" } } },
    })
}

/// The right one with other values at places.
fn with(changes: &[(&str, Value)]) -> Value {
    let mut value = right();
    for (pointer, change) in changes {
        if let Some(place) = value.pointer_mut(pointer) {
            *place = change.clone();
        }
    }
    value
}

fn wrong() -> Vec<Value> {
    vec![
        with(&[("/env/limit", json!(1))]),
        with(&[("/env/items", json!([{ "name": "" }])), ("/env/first", json!({ "name": "b" }))]),
        with(&[("/env/more/a/name", json!("x")), ("/pod/spec/containers/0/image", json!(""))]),
        with(&[
            ("/time/max", json!("2024-01-01T00:00:00Z")),
            ("/size", json!({ "min": "2Gi", "max": "2Gi" })),
        ]),
        with(&[("/job/spec/template/spec/containers", json!([{ "name": "x" }]))]),
        with(&[("/lists/spec/0/type", json!("x")), ("/port/spec", json!("http"))]),
        with(&[
            ("/outer/page/items", json!([condition("x", "")])),
            ("/outer/templates/a/spec/reason", json!("x")),
        ]),
        with(&[("/resources/spec", json!({})), ("/port/spec", json!(2000))]),
    ]
}

#[test]
fn rules_look_into_arguments_of_k8s_openapi() {
    let mut specs = wrong();
    specs.push(right());
    compare::<Late, LateSpec>("late_kubernetes", &specs);
}

#[test]
fn rules_compare_arguments_of_k8s_openapi() {
    let mut pairs = vec![[right(), right()]];
    for wrong in wrong() {
        pairs.extend([[wrong.clone(), right()], [right(), wrong.clone()], [wrong.clone(), wrong]]);
    }
    compare_updates::<Late, LateSpec>("late_kubernetes_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Late>();
}

#[test]
fn newtypes_and_flattened_types_have_arguments_of_k8s_openapi() {
    let page =
        |name: &str, limit: i64| json!({ "items": [{ "name": name }, { "name": "b" }], "limit": limit });
    let mut specs = Vec::new();
    for (own, flat, limit) in [("a", "a", 2), ("", "a", 3), ("a", "", 2), ("a", "a", 1), ("a", "a", 6)] {
        let mut spec = page(flat, 2);
        spec["own"] = page(own, limit);
        spec["plain"] = json!({ "spec": { "name": own } });
        spec["source"] = match limit {
            2 => json!({ "more": { "items": [{ "name": flat }] } }),
            _ => json!({ "one": { "name": own } }),
        };
        spec["texts"] = json!({ "more": { "items": [flat], "limit": limit % 2 } });
        specs.push(spec);
    }
    compare::<Flat, FlatSpec>("late_kubernetes_flat", &specs);
    let pairs: Vec<_> = specs.iter().map(|spec| [specs[0].clone(), spec.clone()]).collect();
    compare_updates::<Flat, FlatSpec>("late_kubernetes_flat_updates", &pairs);
    assert_matches_crd::<Flat>();
}

fn choice(ports: &Value, few: &Value, named: &Value) -> Value {
    json!({ "ports": ports, "few": { "one": few }, "named": { "one": named } })
}

fn ports(list: &Value, map: &Value, one: &Value, more: Option<&Value>) -> Value {
    let mut ports = json!({ "list": list, "map": map, "one": one });
    if let Some(more) = more {
        ports["more"] = more.clone();
    }
    ports
}

#[test]
fn int_or_strings_in_lists_and_maps_of_generic_types() {
    let good =
        choice(&ports(&json!(["a", 80]), &json!({ "k": "a" }), &json!("a"), None), &json!([3]), &json!({}));
    let other = choice(
        &ports(&json!([81, "b"]), &json!({ "k": 80, "l": "b" }), &json!(80), Some(&json!(["c"]))),
        &json!([3, "three", 4]),
        &json!({ "n": "3" }),
    );
    let more = choice(
        &ports(&json!([80]), &json!({}), &json!(80), Some(&json!([1, "c"]))),
        &json!([]),
        &json!({ "n": 3 }),
    );
    let specs = [good.clone(), other.clone(), more.clone()];
    compare::<Choice, ChoiceSpec>("late_choice", &specs);
    let pairs =
        [[good.clone(), good.clone()], [other.clone(), good.clone()], [more.clone(), other], [good, more]];
    compare_updates::<Choice, ChoiceSpec>("late_choice_updates", &pairs);
    assert_matches_crd::<Choice>();
}
