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
#[x_validation(rule = "dyn(self.left) == dyn(self.right) || self.n > 0", message = "left is right")]
#[x_validation(rule = "has(self.free) || self.n < 5", message = "free")]
#[x_validation(
    rule = "self.left == oldSelf.left || self.n != oldSelf.n",
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

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Wrapper", namespaced)]
#[schemars(transform = WrapperSpec::x_validations)]
#[x_validation(
    rule = "self.free.kind == 'Pod' && self.free.apiVersion == 'v1'",
    message = "a pod",
    field_path = ".free"
)]
#[x_validation(
    rule = "!has(self.free.metadata) || !has(self.free.metadata.name) || self.free.metadata.name.size() > 2",
    message_expression = "self.free.metadata.name + ' is short'"
)]
#[x_validation(
    rule = "self.free == oldSelf.free || self.free.metadata.name != oldSelf.free.metadata.name",
    message = "another pod, another name"
)]
#[x_validation(
    rule = "self.job.metadata.?labels.?team.orValue('a') == 'a'",
    message = "team a",
    reason = "FieldValueForbidden"
)]
pub struct WrapperSpec {
    #[schemars(extend(
        "type" = "object",
        "x-kubernetes-embedded-resource" = true,
        "x-kubernetes-preserve-unknown-fields" = true
    ))]
    #[x_validation(rule = "self.kind == oldSelf.kind", message_expression = "'no longer a ' + oldSelf.kind")]
    #[x_validation(rule = "self.kind != 'Secret'", reason = "FieldValueForbidden")]
    free: Value,
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    #[x_validation(rule = "self.apiVersion == 'batch/v1'", message = "a batch")]
    job: Job,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Job::x_validations)]
#[x_validation(
    rule = "self.metadata.name.size() < 9",
    message = "a job has a short name",
    field_path = ".metadata.name"
)]
pub struct Job {
    api_version: String,
    kind: String,
    metadata: JobMetadata,
    #[x_validation(rule = "self > 0")]
    parallel: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct JobMetadata {
    #[schemars(length(max = 20))]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    generate_name: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 4))]
    labels: BTreeMap<String, String>,
}

fn wrappers() -> Crd {
    let pod = |name: &str, rest: Value| json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": rest});
    let job = |name: &str| json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "parallel": 1});
    let wrapper = |name: &str| json!({"spec": {"free": pod(name, json!({"a": [1]})), "job": job(name)}});
    Crd::of::<Wrapper>([wrapper("pod"), wrapper("other"), wrapper("third")])
        .create(json!({"/spec/free": {"apiVersion": "v2", "kind": "Secret", "metadata": {"name": "x"}}}))
        .create(json!({"/spec/free": {"apiVersion": "v1", "kind": "Pod"}, "/spec/job/parallel": 0}))
        .create(json!({"/spec/job/metadata": {"name": "a-long-name", "labels": {"team": "b"}}}))
        .create(json!({"/spec/job/apiVersion": "v1"}))
        .update(json!({}), json!({"/spec/free/spec": {"a": [2]}}))
        .update(json!({}), json!({"/spec/free/metadata/name": "new", "/spec/free/spec": {}}))
        .update(json!({}), json!({"/spec/free/kind": "Service"}))
        .update(json!({"/spec/free/kind": "Secret"}), json!({}))
        .update(json!({"/spec/free/kind": "Secret"}), json!({"/spec/job/parallel": 2}))
        .update(json!({"/spec/job": job("a-long-name")}), json!({"/spec/free/metadata/name": "name"}))
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
    vec![crd, wrappers()]
}
