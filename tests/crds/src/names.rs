//! Names of properties and keys that CEL cannot spell.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Alias", namespaced)]
#[schemars(transform = AliasSpec::x_validations)]
#[x_validation(rule = "self.a__dash__b < self.`a__dot__b`", message = "dash below dot", field_path = ".a-b")]
#[x_validation(rule = "self.namespace != self.__for__ && self.a__underscores__b", field_path = ".for")]
#[x_validation(
    rule = "self.keys.`a-b` > 0 && !('9x' in self.keys)",
    message = "keys",
    field_path = ".keys['a-b']"
)]
#[x_validation(
    rule = "has(self.in__slash__out.__true__)",
    message_expression = "'no %s'.format([self.namespace])"
)]
#[x_validation(
    rule = "self.__for__ == oldSelf.__for__ || self.a__dash__b > oldSelf.a__dash__b",
    message = "for"
)]
pub struct AliasSpec {
    #[serde(rename = "a-b")]
    #[x_validation(rule = "self != 3", message = "three")]
    dash: i64,
    #[serde(rename = "a.b")]
    dot: i64,
    #[serde(rename = "a__b")]
    underscores: bool,
    #[schemars(length(max = 10))]
    namespace: String,
    #[serde(rename = "for")]
    #[schemars(length(max = 10))]
    for_whom: String,
    #[serde(rename = "in/out")]
    slash: Slash,
    /// Rules cannot name these, but stand on them.
    #[serde(rename = "9x")]
    #[x_validation(rule = "self > 0", message = "positive")]
    nine: i64,
    #[serde(rename = "é o")]
    #[x_validation(rule = "self.size() < oldSelf.size()", message = "becomes shorter")]
    #[schemars(length(max = 10))]
    accent: String,
    #[schemars(extend("maxProperties" = 5))]
    #[x_validation(values(rule = "self != 7"))]
    keys: BTreeMap<String, i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Slash {
    #[serde(rename = "true")]
    yes: Option<bool>,
}

pub(crate) fn crds() -> Vec<Crd> {
    let alias = |dash: i64, whom: &str| {
        json!({"spec": {
            "a-b": dash, "a.b": 9, "a__b": true, "namespace": "ns", "for": whom, "in/out": {"true": true}, "9x": 1,
            "é o": "éé", "keys": {"a-b": 1, "x.y": 2},
        }})
    };
    let crd = Crd::of::<Alias>([alias(1, "a"), alias(2, "b"), alias(5, "")])
        .create(json!({"/spec/a-b": 9, "/spec/for": "ns", "/spec/9x": 0, "/spec/in~1out": {}}))
        .create(json!({"/spec/a-b": 3, "/spec/keys": {"9x": 7, "a-b": 7, "é": 7, "": 7}}))
        .create(json!({"/spec/keys": {}, "/spec/a__b": false}))
        .update(json!({}), json!({"/spec/é o": "é", "/spec/for": "q"}))
        .update(json!({"/spec/9x": 0, "/spec/a-b": 3}), json!({"/spec/é o": "é"}))
        .update(json!({"/spec/keys": {"9x": 7}}), json!({"/spec/é o": "", "/spec/for": "q", "/spec/a-b": 4}));
    vec![crd]
}
