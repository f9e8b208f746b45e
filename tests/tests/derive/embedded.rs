//! Resources in resources: as JSON, and as types.

#![deny(warnings)]
#![allow(unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Wrapper", namespaced)]
#[schemars(transform = WrapperSpec::x_validations)]
#[x_validation(rule = "self.free.kind == 'Pod'")]
#[x_validation(rule = "self.free.apiVersion.startsWith('v') && !has(self.free.metadata.generateName)")]
#[x_validation(
    rule = "has(self.free.metadata) && self.free.metadata.name.size() > 2",
    message = "a longer name"
)]
#[x_validation(rule = "self.?maybe.metadata.generateName.orValue('x') == 'x'")]
#[x_validation(rule = "!has(self.maybe) || self.maybe.kind != self.free.kind", field_path = ".maybe")]
#[x_validation(rule = "!has(self.maybe) || dyn(self.maybe) == dyn(self.free)")]
#[x_validation(rule = "!has(self.maybe) || dyn(self.maybe).metadata == dyn(self.free).metadata")]
#[x_validation(rule = "dyn(self.free).size() > 2 && dyn(self.free.metadata).size() == 1")]
#[x_validation(rule = "self.typed.kind == 'Job' && self.typed.metadata.name != ''")]
#[x_validation(rule = "self.typed.metadata.?labels.?a.orValue('') != 'b' && self.typed.parallel < 5")]
#[x_validation(rule = "self.free == oldSelf.free || self.free.metadata.name != oldSelf.free.metadata.name")]
#[x_validation(rule = "self.typed == oldSelf.typed || self.typed.parallel > oldSelf.typed.parallel")]
pub struct WrapperSpec {
    #[schemars(extend(
        "type" = "object",
        "x-kubernetes-embedded-resource" = true,
        "x-kubernetes-preserve-unknown-fields" = true
    ))]
    #[x_validation(
        rule = "self.kind != 'Secret' && self.metadata.name != 'bad'",
        reason = "FieldValueForbidden"
    )]
    #[x_validation(rule = "self.kind == oldSelf.kind", message_expression = "'no longer ' + oldSelf.kind")]
    #[x_validation(rule = "self == oldSelf", message = "free changes")]
    free: Value,
    #[schemars(extend(
        "type" = "object",
        "x-kubernetes-embedded-resource" = true,
        "x-kubernetes-preserve-unknown-fields" = true
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "has(self.metadata.name)", message = "nameless")]
    maybe: Option<Value>,
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    #[x_validation(rule = "self.apiVersion == 'batch/v1'")]
    typed: Job,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Job::x_validations)]
#[x_validation(rule = "self.kind == 'Job' && self.metadata.name.size() < 9", message = "a job")]
pub struct Job {
    api_version: String,
    kind: String,
    metadata: JobMetadata,
    parallel: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct JobMetadata {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generate_name: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, String>,
}

fn wrapper(free: Value, maybe: Option<Value>, job: Value) -> Value {
    let typed = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": job, "parallel": 1});
    json!({"free": free, "maybe": maybe, "typed": typed})
}

fn pod(name: &str, rest: Value) -> Value {
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": rest})
}

fn wrappers() -> Vec<Value> {
    let job = json!({"name": "job"});
    vec![
        wrapper(pod("pod", json!(1)), None, job.clone()),
        wrapper(pod("pod", json!(1)), Some(pod("pod", json!(1))), job.clone()),
        wrapper(pod("pod", json!(1)), Some(pod("pod", json!(2))), job.clone()),
        wrapper(
            pod("pod", json!(1)),
            Some(pod("dop", json!(1))),
            json!({"name": "job", "labels": {"a": "b"}}),
        ),
        wrapper(pod("bad", json!({"x": []})), Some(json!({"apiVersion": "v1", "kind": "X"})), json!({})),
        wrapper(json!({"apiVersion": "apps/v1", "kind": "Secret"}), None, json!({"name": "a-long-name"})),
        wrapper(
            json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod", "uid": "u"}}),
            Some(
                json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod", "labels": {}}, "a": 1}),
            ),
            json!({"name": "", "generateName": "g"}),
        ),
        wrapper(
            json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "pod-"}, "u": 1}),
            Some(json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "pod-"}, "v": 1})),
            job,
        ),
        wrapper(json!({}), Some(json!({"metadata": null})), json!({"name": "j"})),
    ]
}

#[test]
fn embedded_resources_show_what_every_resource_has() {
    compare::<Wrapper, WrapperSpec>("embedded", &wrappers());
    assert_matches_crd::<Wrapper>();
}

#[test]
fn updates_of_embedded_resources_have_the_servers_answers() {
    let wrappers = wrappers();
    let pairs = |by: usize| wrappers.iter().zip(wrappers.iter().cycle().skip(by));
    let pairs: Vec<[Value; 2]> =
        [0, 1, 4].into_iter().flat_map(pairs).map(|(new, old)| [new.clone(), old.clone()]).collect();
    compare_updates::<Wrapper, WrapperSpec>("embedded_updates", &pairs);
}
