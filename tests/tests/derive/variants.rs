//! Struct variants of generic enums: rules on their fields, and rules on the enum that look into them. Defaults of type parameters.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::{
    api::core::v1::EnvVar,
    apimachinery::pkg::{api::resource::Quantity, util::intstr::IntOrString},
};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Only the rules on `value`, and on the whole of a variant, depend on the argument.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Source::<T>::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(
    rule = "!has(self.more) || self.more.port != 0",
    message_expression = "'port %s'.format([self.more.port])"
)]
#[x_validation(
    rule = "!has(self.more) || !has(self.more.opt) || self.more.opt != 'x' && self.more.opt == oldSelf.more.opt"
)]
#[x_validation(rule = "!has(self.more) || self.more.value == oldSelf.more.value", message = "value")]
#[x_validation(
    rule = "!has(self.more) || self.more == oldSelf.more || self.more.ports.size() < 2",
    message = "more"
)]
#[x_validation(rule = "!has(self.more) || self.more.ports.all(p, p != 5)")]
#[x_validation(rule = "!has(self.few) || self.few.limit < 9 && has(self.few.limit)")]
#[x_validation(rule = "dyn(self).more.port != 7")]
pub enum Source<T> {
    One(T),
    More {
        #[x_validation(rule = "!oldSelf.hasValue() || self == oldSelf.value()", optional_old_self = true)]
        port: IntOrString,
        #[x_validation(rule = "!oldSelf.hasValue() || self == oldSelf.value()", optional_old_self = true)]
        value: T,
        #[schemars(extend("maxProperties" = 3))]
        #[x_validation(
            rule = "!oldSelf.hasValue() || self.size() >= oldSelf.value().size()",
            optional_old_self = true,
            values(rule = "self == oldSelf")
        )]
        limits: BTreeMap<String, Quantity>,
        #[serde(skip_serializing_if = "Option::is_none")]
        opt: Option<IntOrString>,
        #[schemars(length(max = 3))]
        #[x_validation(items(rule = "self != 6"))]
        ports: Vec<IntOrString>,
    },
    Few {
        #[x_validation(rule = "self > 0")]
        limit: i32,
    },
}

/// A constant instead of a type.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Short::<N>::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "!has(self.more) || self.more.port != 5", message = "port")]
pub enum Short<const N: usize> {
    One(i32),
    More {
        #[x_validation(rule = "self > 3")]
        port: i32,
        #[schemars(length(max = 3))]
        #[x_validation(rule = "self.size() > 0", items(rule = "self != 'x'"))]
        names: Vec<String>,
    },
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Sourced", namespaced)]
#[schemars(transform = SourcedSpec::x_validations)]
#[x_validation(rule = "self.a == oldSelf.a || !has(self.a.few)", message = "a")]
#[x_validation(rule = "!has(self.b.more) || self.b.more == oldSelf.b.more || self.b.more.value != 'same'")]
pub struct SourcedSpec {
    a: Source<i32>,
    b: Source<IntOrString>,
    #[schemars(extend("maxProperties" = 2))]
    c: BTreeMap<String, Source<Few>>,
    short: Short<3>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Few::x_validations)]
#[x_validation(rule = "self.a == oldSelf.a", message = "a stays")]
pub struct Few {
    a: i64,
}

fn more(port: Value, value: Value) -> Value {
    json!({ "more": { "port": port, "value": value, "limits": { "cpu": "1" }, "ports": [80, "http"] } })
}

fn sourced(change: impl Fn(&mut Value)) -> Value {
    let mut spec = json!({
        "a": more(80.into(), 1.into()), "b": more("http".into(), "same".into()),
        "c": { "one": { "one": { "a": 1 } }, "more": more(1.into(), json!({ "a": 1 })) },
        "short": { "more": { "port": 4, "names": ["a"] } },
    });
    change(&mut spec);
    json!({ "apiVersion": "example.dev/v1", "kind": "Sourced", "metadata": { "name": "s" }, "spec": spec })
}

#[test]
fn rules_in_variants_of_a_generic_enum_run() {
    let good = || sourced(|_| ());
    let changed = [
        sourced(|spec| spec["a"]["more"]["port"] = 0.into()),
        sourced(|spec| spec["a"]["more"]["port"] = 7.into()),
        sourced(|spec| spec["a"]["more"]["value"] = 2.into()),
        sourced(|spec| spec["b"]["more"]["value"] = 2.into()),
        sourced(|spec| spec["b"]["more"]["port"] = 1.into()),
        sourced(|spec| spec["b"]["more"]["limits"]["cpu"] = "2".into()),
        sourced(|spec| spec["b"]["more"]["limits"] = json!({})),
        sourced(|spec| spec["b"]["more"]["opt"] = "x".into()),
        sourced(|spec| spec["a"]["more"]["opt"] = 1.into()),
        sourced(|spec| spec["a"]["more"]["ports"] = json!([5, 6])),
        sourced(|spec| spec["a"]["more"]["ports"] = json!(["http"])),
        sourced(|spec| spec["a"] = json!({ "few": { "limit": 0 } })),
        sourced(|spec| spec["a"] = json!({ "few": { "limit": 9 } })),
        sourced(|spec| spec["b"] = json!({ "one": "x" })),
        sourced(|spec| spec["c"]["more"]["more"]["value"] = json!({ "a": 2 })),
        sourced(|spec| spec["c"]["one"] = json!({ "one": { "a": 2 } })),
        sourced(|spec| spec["short"]["more"] = json!({ "port": 3, "names": [] })),
        sourced(|spec| spec["short"]["more"] = json!({ "port": 5, "names": ["x"] })),
        sourced(|spec| spec["short"] = json!({ "one": 1 })),
    ];
    let mut cases = vec![(good(), None), (good(), Some(good()))];
    for new in changed {
        cases.extend([(new.clone(), None), (new.clone(), Some(good())), (good(), Some(new))]);
    }
    compare_roots::<Sourced>("variants", &cases);
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_matches_crd::<Sourced>();
}

/// Defaults that name the parameters before them.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Several::<T, U, V>::x_validations)]
pub struct Several<T, U = Vec<T>, V = BTreeMap<String, Pair<T>>> {
    first: T,
    #[schemars(length(max = 4))]
    rest: U,
    pairs: V,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Pair::<T>::x_validations)]
pub struct Pair<T> {
    a: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<T>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
pub struct Port {
    name: String,
    #[x_validation(rule = "self > 0")]
    port: i32,
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Defaulted", namespaced)]
#[schemars(transform = DefaultedSpec::x_validations)]
#[x_validation(
    rule = "self.numbers.rest.all(n, n > 0) && self.numbers.pairs.all(k, self.numbers.pairs[k].a > 3)"
)]
#[x_validation(
    rule = "self.ports.rest.all(p, p.port > 1) && self.ports.pairs.all(k, self.ports.pairs[k].a.port > 3)"
)]
#[x_validation(rule = "self.env.rest.all(e, e.name != '')", message = "a variable has a name")]
#[x_validation(rule = "self.texts.rest.size() < 2", message = "one text")]
pub struct DefaultedSpec {
    numbers: Several<i32>,
    ports: Several<Port>,
    env: Several<EnvVar>,
    texts: Several<String, Vec<i64>>,
}

fn defaulted(number: i32, port: i32, name: &str, texts: &[i64]) -> Value {
    let pairs = |a: Value| json!({ "k": { "a": a } });
    let item = json!({ "name": "p", "port": port });
    let spec = json!({
        "numbers": { "first": 1, "rest": [number], "pairs": pairs(number.into()) },
        "ports": { "first": item, "rest": [item, item], "pairs": pairs(item.clone()) },
        "env": { "first": { "name": name }, "rest": [{ "name": name }], "pairs": {} },
        "texts": { "first": "a", "rest": texts, "pairs": pairs("b".into()) },
    });
    json!({ "apiVersion": "example.dev/v1", "kind": "Defaulted", "metadata": { "name": "d" }, "spec": spec })
}

#[test]
fn rules_see_through_defaults_of_parameters() {
    let good = defaulted(4, 4, "a", &[1]);
    let new = [
        defaulted(0, 4, "a", &[]),
        defaulted(2, 4, "a", &[1, 2]),
        defaulted(4, 0, "a", &[1]),
        defaulted(4, 2, "", &[1]),
    ];
    let mut cases = vec![(good.clone(), None)];
    cases.extend(new.iter().map(|new| (new.clone(), None)));
    cases.extend(new.map(|new| (new, Some(good.clone()))));
    compare_roots::<Defaulted>("defaulted", &cases);
    assert_matches_crd::<Defaulted>();
}

/// Variants that serde skips are not in the schema. They may have fields.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "camelCase")]
pub enum Level {
    Low,
    High,
    #[serde(skip)]
    Unknown(String),
    #[serde(skip_deserializing)]
    Old,
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Skipped")]
#[schemars(transform = SkippedSpec::x_validations)]
#[x_validation(rule = "self.level != 'high' || has(self.limits.high)", message = "no limit")]
pub struct SkippedSpec {
    level: Level,
    limits: BTreeMap<Level, i32>,
}

#[test]
fn skipped_variants_have_no_values() {
    assert_matches_crd::<Skipped>();
    let skipped =
        |level, of| Skipped::new("a", SkippedSpec { level, limits: BTreeMap::from([(of, 1)]) }).x_validate();
    assert!(skipped(Level::High, Level::High).is_ok());
    assert!(skipped(Level::Old, Level::Low).is_ok());
    assert!(skipped(Level::Unknown(String::new()), Level::Low).is_ok());
    let errors = skipped(Level::High, Level::Low).unwrap_err();
    assert_eq!(errors.to_string(), "spec: Invalid value: no limit");
}
