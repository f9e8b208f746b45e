//! Struct variants of generic enums: rules on their fields, and rules on the enum that look into them.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, util::intstr::IntOrString};
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
