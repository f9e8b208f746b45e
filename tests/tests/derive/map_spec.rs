//! A spec that is a map: all that its struct has is flattened.

#![allow(unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Quotas", namespaced)]
#[kube(validation = "self.metadata.name in self.spec")]
#[schemars(transform = QuotasSpec::x_validations, extend("maxProperties" = 5))]
#[x_validation(rule = "self.all(name, self[name] > 0)", message = "a quota is positive")]
#[x_validation(rule = "oldSelf.all(name, name in self)", message = "a quota stays")]
pub struct QuotasSpec {
    #[serde(flatten)]
    quotas: BTreeMap<String, i64>,
}

#[test]
fn a_spec_that_is_a_map_has_rules() {
    let of = |spec: Value| json!({"apiVersion": "example.dev/v1", "kind": "Quotas", "metadata": {"name": "a"}, "spec": spec});
    let cases = [
        (of(json!({"a": 1})), None),
        (of(json!({"b": 0})), None),
        (of(json!({"a": 2})), Some(of(json!({"a": 1, "b": 1})))),
        (of(json!({"a": 0, "b": 1})), Some(of(json!({"a": 0})))),
        (of(json!({})), Some(of(json!({})))),
    ];
    compare_roots::<Quotas>("map_spec", &cases);
    assert_matches_crd::<Quotas>();
}
