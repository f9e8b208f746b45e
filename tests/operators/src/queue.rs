//! Queues: a flattened struct, an embedded map of options, rules in `extend`.

use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "queues.example.dev", version = "v1", kind = "Queue", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = QueueSpec::x_validations)]
#[x_validation(
    rule = "self.partitions >= oldSelf.partitions",
    message = "partitions only grow",
    field_path = ".partitions"
)]
#[x_validation(rule = "!has(self.deadLetter) || self.deadLetter.queue != ''")]
pub struct QueueSpec {
    #[schemars(range(min = 1), extend("x-kubernetes-validations" = [{ "rule": "self <= 512", "message": "too many" }]))]
    partitions: i32,
    #[serde(flatten)]
    limits: QueueLimits,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dead_letter: Option<Box<DeadLetter>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 32), inner(length(max = 64)))]
    #[x_validation(values(rule = "self.trim() == self", message = "no spaces around"))]
    options: BTreeMap<String, Text>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
#[schemars(extend("maxLength" = 64))]
pub struct Text(#[schemars(length(max = 64))] String);

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct QueueLimits {
    #[serde(default = "a_mebibyte")]
    max_bytes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_age: Option<i64>,
}

fn a_mebibyte() -> u64 {
    1 << 20
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct DeadLetter {
    queue: String,
    #[serde(default = "five")]
    after: u8,
}

fn five() -> u8 {
    5
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Queue>();
    let spec =
        json!({ "partitions": 4, "maxBytes": 5, "deadLetter": { "queue": "d" }, "options": { "a": "b" } });
    vec![
        Crd::of::<Queue>([json!({ "spec": spec })])
            .create(json!({ "/spec/partitions": 600 }))
            .create(json!({ "/spec/options/a": " b", "/spec/deadLetter/queue": "" }))
            .update(json!({}), json!({ "/spec/partitions": 3 })),
    ]
}
