//! Objects that keep what their schema does not know.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Bag", namespaced)]
#[schemars(transform = BagSpec::x_validations)]
#[x_validation(rule = "self.left.n == self.right.n || self.n > 0", message = "left is right")]
#[x_validation(rule = "has(self.free) || self.n < 5", message = "free")]
#[x_validation(
    rule = "self.left.n == oldSelf.left.n || self.n != oldSelf.n",
    message_expression = "'n is still %d'.format([self.n])"
)]
pub struct BagSpec {
    n: i64,
    left: Loose,
    #[x_validation(schema = Loose)]
    right: Loose,
    #[schemars(extend("type" = "object", "x-kubernetes-preserve-unknown-fields" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<BTreeMap<String, Value>>,
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    any: Value,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Loose::x_validations)]
#[x_validation(rule = "self.n != 4", message = "four")]
pub struct Loose {
    #[x_validation(rule = "self != 5", message = "five")]
    n: i64,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

pub(crate) fn crds() -> Vec<Crd> {
    let bag = |n: i64, left: Value, right: Value| json!({"spec": {"n": n, "left": left, "right": right, "free": {"a": 1, "b": [{}]}, "any": ["x", 1, {"y": 2.5}]}});
    let crd = Crd::of::<Bag>([
        bag(0, json!({"n": 1, "u": 1}), json!({"n": 1, "v": 2})),
        bag(1, json!({"n": 1}), json!({"n": 2, "x": {"y": 1}})),
        bag(0, json!({"n": 3, "a": [1]}), json!({"n": 3, "a": [1]})),
    ])
    .create(json!({"/spec/left": {"n": 1, "u": 1}, "/spec/right": {"n": 1, "u": 2}}))
    .create(json!({"/spec/left": {"n": 4, "u": 1}, "/spec/right": {"n": 5}}))
    .create(json!({"/spec/free": null, "/spec/n": 6}))
    .update(json!({"/spec/left": {"n": 4, "u": 1}}), json!({}))
    .update(json!({"/spec/left": {"n": 4}}), json!({}))
    .update(json!({"/spec/left": {"n": 5, "u": 1}}), json!({"/spec/left/u": 2}))
    .update(json!({"/spec/left": {"n": 5, "u": 1}}), json!({"/spec/any": "other"}));
    vec![crd]
}
