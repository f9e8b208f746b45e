//! The types of k8s-openapi in rules, without marks.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::{compare, compare_roots, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::{
    api::batch::v1::PodFailurePolicyOnPodConditionsPattern,
    api::core::v1 as corev1,
    api::core::v1::{PodTemplateSpec, ResourceRequirements, SecretKeySelector, ServicePort, Toleration},
    apimachinery::pkg::apis::meta::v1::{Condition, Condition as Cond, LabelSelector},
};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Worker", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = WorkerSpec::x_validations)]
#[x_validation(rule = "!has(self.selector.matchLabels) || self.selector.matchLabels.all(k, k != '')")]
#[x_validation(rule = "self.template.spec.containers.all(c, has(c.resources))")]
#[x_validation(rule = "self.conditions.exists(c, c.type == 'Ready')")]
#[x_validation(rule = "self.secret.key != '' && (!has(self.secret.optional) || !self.secret.optional)")]
#[x_validation(rule = "self.selector == oldSelf.selector", message = "the selector stays")]
#[x_validation(rule = "self.conditions == oldSelf.conditions || self.template != oldSelf.template")]
#[x_validation(rule = "!has(self.volume) || self.volume.mountPath.startsWith('/')")]
#[x_validation(rule = "self.?meta.name.orValue('a').size() < 5")]
#[x_validation(
    rule = "!has(self.meta) || !has(self.meta.creationTimestamp) || self.meta.creationTimestamp < timestamp('2025-01-01T00:00:00Z')"
)]
#[x_validation(
    rule = "self.ports.all(p, !has(p.targetPort) || type(p.targetPort) == int || p.targetPort == 'http')"
)]
#[x_validation(
    rule = "self.?last.status.orValue('True') == 'True' && (self.conditions.size() == 0 || self.conditions[0] in self.conditions)"
)]
#[x_validation(
    rule = "!has(self.pattern) || self.pattern.type == 'a' && (!has(self.pattern.status) || self.pattern.status != '')"
)]
#[x_validation(rule = "!has(self.bytes) || self.bytes.data.all(k, self.bytes.data[k] != b'a')")]
#[x_validation(rule = "!has(self.bytes) || self.bytes.kind == 'Secret' && has(self.bytes.apiVersion)")]
#[x_validation(rule = "[dyn(self.template), dyn(self.selector)].all(x, x != dyn(1))")]
#[x_validation(rule = "!has(dyn(self.template).metadata) || dyn(self.template).metadata.labels['a'] == 'b'")]
#[x_validation(rule = "self.conditions.map(c, c.lastTransitionTime).all(t, t.getFullYear() > 2000)")]
pub struct WorkerSpec {
    #[x_validation(rule = "self.matchLabels.size() < 3", field_path = ".matchLabels")]
    selector: LabelSelector,
    template: PodTemplateSpec,
    #[schemars(length(max = 16), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["type"]))]
    #[x_validation(items(
        rule = "self.status == oldSelf.status || self.lastTransitionTime > oldSelf.lastTransitionTime"
    ))]
    conditions: Vec<Condition>,
    secret: SecretKeySelector,
    #[x_validation(rule = "self.size() < 3", items(rule = "has(self.key)"))]
    tolerations: Option<Vec<Toleration>>,
    #[x_validation(values(rule = "!has(self.limits) || 'cpu' in self.limits"))]
    #[x_validation(values(
        rule = "!has(self.limits) || !has(self.requests) || ['cpu', 'memory'].all(k, !(k in self.limits) || !(k in self.requests) || quantity(string(self.requests[k])).compareTo(quantity(string(self.limits[k]))) <= 0)"
    ))]
    #[schemars(extend("maxProperties" = 3))]
    resources: Option<BTreeMap<String, Box<ResourceRequirements>>>,
    volume: Option<corev1::VolumeMount>,
    meta: Option<k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta>,
    #[serde(default)]
    ports: Vec<ServicePort>,
    #[x_validation(schema = k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition)]
    last: Option<Cond>,
    pattern: Option<PodFailurePolicyOnPodConditionsPattern>,
    bytes: Option<corev1::Secret>,
}

fn spec(changes: &Value) -> Value {
    let mut spec = json!({
        "selector": {"matchLabels": {"a": "b"}},
        "template": {"spec": {"containers": [{"name": "a", "resources": {}}]}},
        "conditions": [condition("Ready", "True", 0)],
        "secret": {"key": "a", "name": "b"},
    });
    for (name, value) in changes.as_object().expect("an object") {
        spec[name] = value.clone();
    }
    spec
}

fn condition(of: &str, status: &str, seconds: usize) -> Value {
    let time = format!("2024-01-01T00:00:{seconds:02}Z");
    json!({"type": of, "status": status, "reason": "", "message": "", "lastTransitionTime": time})
}

#[test]
fn objects_are_judged_as_by_the_server() {
    let containers = |containers| json!({"template": {"spec": {"containers": containers}}});
    let changes = [
        json!({}),
        json!({"conditions": []}),
        json!({"selector": {"matchLabels": {"": "b"}}}),
        json!({"selector": {"matchLabels": {"a": "b", "b": "", "c": ""}}}),
        json!({"selector": {}}),
        containers(json!([{"name": "a"}])),
        json!({"template": {}}),
        json!({"template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": []}}}),
        json!({"template": {"metadata": {"labels": {"b": "b"}}, "spec": {"containers": []}}}),
        json!({"tolerations": [{}, {"key": "a"}, {}]}),
        json!({"resources": {"a": {"limits": {"memory": "1Gi"}}, "b": {"limits": {"cpu": "1"}, "requests": {"cpu": "1500m"}}}}),
        json!({"volume": {"name": "a", "mountPath": "a"}}),
        json!({"meta": {"name": "abcdef", "creationTimestamp": "2025-01-01T00:00:00Z"}}),
        json!({"ports": [{"port": 80, "targetPort": 80}, {"port": 80, "targetPort": "http"}, {"port": 1, "targetPort": "x"}]}),
        json!({"last": condition("Ready", "True", 0)}),
        json!({"last": condition("Ready", "False", 0)}),
        json!({"pattern": {"type": "a", "status": ""}}),
        json!({"pattern": {"type": "b", "status": "x"}}),
        json!({"bytes": {"data": {"a": "YQ==", "b": ""}, "metadata": {}}}),
        json!({"bytes": {"metadata": {}}}),
        json!({"secret": {"key": "", "name": "b", "optional": true}}),
    ];
    let specs: Vec<Value> = changes.iter().map(spec).collect();
    compare::<Worker, WorkerSpec>("foreign", &specs);
}

#[test]
fn updates_are_judged_as_by_the_server() {
    let ready = |status, seconds| json!({"conditions": [condition("Other", "True", 1), condition("Ready", status, seconds)]});
    let turned = json!({"conditions": [condition("Ready", "True", 0), condition("Other", "True", 1)]});
    let pairs = [
        [json!({}), json!({})],
        [json!({"selector": {}}), json!({})],
        [ready("True", 0), turned],
        [ready("False", 0), ready("True", 0)],
        [ready("False", 1), ready("True", 0)],
        [json!({"tolerations": [{}]}), json!({"tolerations": [{}]})],
        [
            json!({"volume": {"name": "a", "mountPath": "a"}}),
            json!({"volume": {"name": "a", "mountPath": "a"}}),
        ],
        [json!({"template": {}}), json!({"template": {}})],
    ];
    compare_updates::<Worker, WorkerSpec>(
        "foreign_updates",
        &pairs.map(|pair| pair.map(|changes| spec(&changes))),
    );
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_matches_crd::<Worker>();
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "example.dev",
    version = "v1",
    kind = "Claim",
    namespaced,
    status = "k8s_openapi::api::core::v1::PersistentVolumeClaimStatus",
    validation = "!has(self.status) || !has(self.status.phase) || self.status.phase != 'Lost' || self.spec.size == 0"
)]
#[schemars(transform = ClaimSpec::x_validations)]
#[x_validation(rule = "self.size >= 0")]
pub struct ClaimSpec {
    size: i64,
}

#[test]
fn a_status_may_be_a_type_of_k8s_openapi() {
    let claim = |size: i64, status: Value| {
        let status = if status.is_null() { json!({}) } else { json!({"status": status}) };
        let mut claim = json!({
            "apiVersion": "example.dev/v1", "kind": "Claim", "metadata": {"name": "a"}, "spec": {"size": size},
        });
        claim.as_object_mut().expect("an object").extend(status.as_object().expect("an object").clone());
        (claim, None)
    };
    let claims = [
        claim(1, Value::Null),
        claim(1, json!({})),
        claim(1, json!({"phase": "Bound"})),
        claim(1, json!({"phase": "Lost"})),
        claim(0, json!({"phase": "Lost"})),
    ];
    compare_roots::<Claim>("foreign_status", &claims);
    assert_matches_crd::<Claim>();
}
