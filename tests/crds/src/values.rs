//! Values of special kinds: integers or strings, quantities, enums, defaults, nulls, optionals.

use crate::Crd;
use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, util::intstr::IntOrString};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Rollout", namespaced)]
#[schemars(transform = RolloutSpec::x_validations)]
#[x_validation(
    rule = "type(self.port) == int ? self.port > 0 : self.port.matches('^[a-z]+$')",
    message = "a port"
)]
#[x_validation(rule = "self.port != self.any", message_expression = "'both are ' + string(self.any)")]
#[x_validation(rule = "!has(self.surge) || string(self.surge).size() < 5", field_path = ".surge")]
#[x_validation(rule = "self.ports.exists(p, p == self.port)", message = "one of the ports")]
pub struct RolloutSpec {
    #[x_validation(rule = "(type(self) == int) == (type(oldSelf) == int)", message = "the kind stays")]
    #[x_validation(rule = "self != 22")]
    port: IntOrString,
    #[x_validation(
        rule = "type(self) == int || self.endsWith('%')",
        message = "a share",
        reason = "FieldValueForbidden"
    )]
    #[x_validation(rule = "self != '0%'")]
    surge: Option<IntOrString>,
    #[schemars(length(max = 5))]
    #[x_validation(items(rule = "self != 'ssh'", message = "no ssh"))]
    ports: Vec<IntOrString>,
    #[schemars(extend("x-kubernetes-int-or-string" = true))]
    #[x_validation(rule = "self != 1 && self != 'one'")]
    any: Value,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Quota", namespaced)]
#[schemars(transform = QuotaSpec::x_validations)]
#[x_validation(
    rule = "!isQuantity(self.cpu) || quantity(self.cpu).isGreaterThan(quantity('100m'))",
    message_expression = "'%s is too little'.format([self.cpu])",
    field_path = ".cpu"
)]
#[x_validation(
    rule = "self.limits.all(k, k == 'cpu' || quantity(self.limits[k]).isInteger())",
    message = "whole"
)]
#[x_validation(
    rule = "!has(self.memory) || quantity(self.memory).compareTo(quantity(self.limits['memory'])) <= 0",
    message = "more memory than allowed"
)]
pub struct QuotaSpec {
    #[x_validation(
        rule = "self == oldSelf || quantity(self).isGreaterThan(quantity(oldSelf))",
        message = "quotas grow"
    )]
    cpu: Quantity,
    memory: Option<Quantity>,
    #[schemars(extend("maxProperties" = 5))]
    #[x_validation(values(
        rule = "isQuantity(self) && quantity(self).isGreaterThan(quantity('0'))",
        message = "positive"
    ))]
    limits: BTreeMap<String, Quantity>,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Plan", namespaced)]
#[schemars(transform = PlanSpec::x_validations)]
#[x_validation(rule = "self.tier != 'gold' || self.replicas > 2", message = "gold has three")]
#[x_validation(
    rule = "self.features.all(f, f != 'beta' || self.tier == 'gold')",
    message_expression = "self.features.join('+')"
)]
#[x_validation(rule = "self.tier == oldSelf.tier || oldSelf.tier == 'free'", message = "tiers are left once")]
#[x_validation(rule = "self.replicas <= self.limits.most", message = "most")]
pub struct PlanSpec {
    #[serde(default)]
    #[x_validation(rule = "self != 'none'", message = "no tier")]
    tier: Tier,
    #[serde(default = "one")]
    #[x_validation(rule = "self > 0")]
    replicas: i64,
    #[serde(default)]
    #[schemars(length(max = 4))]
    #[x_validation(items(rule = "self != 'old'", message = "old"))]
    features: Vec<Feature>,
    #[serde(default)]
    limits: Limits,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    #[default]
    Free,
    Gold,
    None,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Feature {
    Beta,
    Old,
    Logs,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Limits::x_validations)]
#[x_validation(rule = "self.most < 100 && self.least <= self.most", message = "limits")]
pub struct Limits {
    #[serde(default)]
    least: i64,
    #[serde(default = "ten")]
    most: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { least: 0, most: 10 }
    }
}

fn one() -> i64 {
    1
}

fn ten() -> i64 {
    10
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Hole", namespaced)]
#[schemars(transform = HoleSpec::x_validations)]
#[x_validation(rule = "self.names.all(n, dyn(n) == null || n.size() > 1)")]
#[x_validation(rule = "self.names.exists(n, n.startsWith('a'))", message = "one with an a")]
#[x_validation(rule = "!('k' in self.counts) || self.counts['k'] == 1", message = "k is one or nothing")]
#[x_validation(rule = "!('s' in self.counts) || self.counts['s'] + 1 > 1")]
#[x_validation(rule = "has(self.note) || self.?maybe.hasValue()", message = "a note or a maybe")]
#[x_validation(
    rule = "self.counts == oldSelf.counts || self.names != oldSelf.names",
    message = "counts follow names"
)]
pub struct HoleSpec {
    #[schemars(length(max = 5), inner(length(max = 10)))]
    #[x_validation(items(rule = "self != 'bad'", message = "bad"))]
    names: Vec<Option<String>>,
    #[schemars(extend("maxProperties" = 5))]
    #[x_validation(values(rule = "self < 10 && (self == oldSelf || self > 2)", message = "counts"))]
    #[x_validation(values(rule = "self >= 0"))]
    counts: BTreeMap<String, Option<i64>>,
    #[schemars(length(max = 10))]
    #[x_validation(rule = "self != ''")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self != oldSelf", message = "maybe changes")]
    maybe: Option<bool>,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Maybe", namespaced)]
#[schemars(transform = MaybeSpec::x_validations)]
#[x_validation(
    rule = "self.?inner.value.orValue(5) == 5",
    message_expression = "'not %d'.format([self.?inner.?value.orValue(0)])"
)]
#[x_validation(rule = "self.?inner.?labels[?'a'].orValue('x') != ''", message = "an empty label")]
#[x_validation(rule = "self.list[?1].optMap(v, v * 2).orValue(0) < 10")]
#[x_validation(rule = "self.?name.or(optional.of('none')).value().size() > 1")]
#[x_validation(rule = "optional.ofNonZeroValue(self.n).hasValue()", message = "zero", field_path = ".n")]
#[x_validation(rule = "self.?inner.optFlatMap(i, i.?value).orValue(1) > 0", message = "positive")]
#[x_validation(
    rule = "[?self.?name].size() + {?'n': self.?name}.size() != 1 && self.list.first().orValue(1) > 0"
)]
#[x_validation(rule = "self.inner.value < 7", message = "less than seven")]
pub struct MaybeSpec {
    inner: Option<Inner>,
    #[schemars(length(max = 10))]
    name: Option<String>,
    #[schemars(length(max = 5))]
    list: Vec<i64>,
    n: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    value: Option<i64>,
    #[schemars(extend("maxProperties" = 5))]
    labels: Option<BTreeMap<String, String>>,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![rollouts(), quotas(), plans(), holes(), maybes()]
}

fn rollouts() -> Crd {
    let rollout = |port: Value, any: Value| json!({"spec": {"port": port, "surge": "5%", "ports": [80, "http", 443, "80"], "any": any}});
    Crd::of::<Rollout>([
        rollout(json!(80), json!("x")),
        rollout(json!("http"), json!(7)),
        rollout(json!("ssh"), json!(0)),
    ])
    .create(json!({"/spec/port": 0, "/spec/any": 0}))
    .create(json!({"/spec/port": "HTTP", "/spec/any": "HTTP"}))
    .create(json!({"/spec/port": 22, "/spec/ports/1": "ssh", "/spec/any": "one"}))
    .create(json!({"/spec/surge": "100000", "/spec/any": 1}))
    .create(json!({"/spec/surge": null}))
    .create(json!({"/spec/surge": -100_000}))
    .update(json!({}), json!({"/spec/port": "80"}))
    .update(json!({}), json!({"/spec/port": 443}))
    .update(json!({"/spec/port": 22, "/spec/surge": "x"}), json!({}))
    .update(json!({"/spec/port": 22, "/spec/any": "one"}), json!({"/spec/any": 1}))
}

fn quotas() -> Crd {
    let quota = |cpu: &str, memory: Value| json!({"spec": {"cpu": cpu, "memory": memory, "limits": {"cpu": "2", "memory": "1Gi"}}});
    Crd::of::<Quota>([quota("1", json!("512Mi")), quota("1500m", Value::Null), quota("2e3", json!("1e9"))])
        .create(json!({"/spec/cpu": "50m", "/spec/memory": "2Gi"}))
        .create(json!({"/spec/cpu": "0.1"}))
        .create(json!({"/spec/limits": {"cpu": "0", "memory": "1500m", "disk": "-1"}}))
        .create(json!({"/spec/limits": {"cpu": "0.5"}}))
        .update(json!({}), json!({"/spec/cpu": "1000m"}))
        .update(json!({}), json!({"/spec/cpu": "0.9"}))
        .update(json!({"/spec/cpu": "10m"}), json!({}))
        .update(json!({"/spec/limits": {"cpu": "-1", "memory": "1Gi"}}), json!({"/spec/cpu": "2"}))
}

fn plans() -> Crd {
    Crd::of::<Plan>([
        json!({"spec": {}}),
        json!({"spec": {"tier": "gold", "replicas": 3, "features": ["beta", "logs"], "limits": {"most": 20}}}),
        json!({"spec": {"replicas": 7, "limits": {"least": 5, "most": 7}}}),
    ])
    .create(json!({"/spec/tier": "gold", "/spec/features": ["old", "beta"]}))
    .create(json!({"/spec/tier": "none", "/spec/replicas": 0}))
    .create(json!({"/spec/limits": {"least": 200}}))
    .update(json!({}), json!({"/spec/tier": "gold", "/spec/replicas": 3}))
    .update(json!({"/spec/tier": "gold"}), json!({"/spec/tier": "free"}))
    .update(json!({"/spec/tier": "none", "/spec/features": ["old"]}), json!({"/spec/replicas": 2}))
    .update(json!({"/spec/limits/most": 0}), json!({}))
}

fn holes() -> Crd {
    let hole = |names: Value, counts: Value| json!({"spec": {"names": names, "counts": counts, "note": "n", "maybe": true}});
    Crd::of::<Hole>([
        hole(json!(["aa", null]), json!({"k": 1, "s": null})),
        hole(json!(["aa"]), json!({})),
        hole(json!(["ab", "bb"]), json!({"q": 9, "s": 5})),
    ])
    .create(json!({"/spec/names": [null, null]}))
    .create(json!({"/spec/names": ["bad", null, "a"]}))
    .create(json!({"/spec/counts": {"k": null, "s": null}}))
    .create(json!({"/spec/counts": {"k": 2, "s": -4, "t": 11}}))
    .create(json!({"/spec/note": null, "/spec/maybe": null}))
    .create(json!({"/spec/note": "", "/spec/maybe": false}))
    .update(json!({"/spec/counts": {"k": null}}), json!({"/spec/counts": {"k": 1}}))
    .update(json!({"/spec/counts": {"k": 1}}), json!({"/spec/counts": {"k": null}, "/spec/maybe": false}))
    .update(json!({"/spec/counts": {"k": 2}}), json!({"/spec/counts": {"k": 1}, "/spec/names": ["aaa"]}))
    .update(json!({"/spec/names": ["bad", null]}), json!({"/spec/note": null}))
    .update(json!({"/spec/maybe": null}), json!({"/spec/maybe": true}))
}

fn maybes() -> Crd {
    let maybe =
        |inner: Value, name: Value| json!({"spec": {"inner": inner, "name": name, "list": [1, 4], "n": 1}});
    let full = json!({"value": 5, "labels": {"a": "b"}});
    Crd::of::<Maybe>([
        maybe(full.clone(), json!("name")),
        maybe(json!({"value": 5}), Value::Null),
        maybe(full, Value::Null),
    ])
    .create(json!({"/spec/inner": null}))
    .create(json!({"/spec/inner/value": null}))
    .create(json!({"/spec/inner": {"value": -7, "labels": {"a": ""}}}))
    .create(json!({"/spec/list": [-1, 5], "/spec/n": 0, "/spec/name": "x"}))
    .create(json!({"/spec/list": [], "/spec/name": null}))
    .update(json!({"/spec/inner": null}), json!({}))
    .update(json!({"/spec/inner/value": 4}), json!({}))
    .update(json!({"/spec/n": 0}), json!({"/spec/list": [9, 9]}))
}
