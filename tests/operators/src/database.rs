//! A database: types of k8s-openapi everywhere, rules in attributes of kube, one status for several kinds.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::{
    Affinity, EnvVar, LocalObjectReference, PersistentVolumeClaimSpec, ResourceRequirements,
    SecretKeySelector, Toleration,
};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use tests_crds::Crd;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "data.example.dev", version = "v1", kind = "Database", namespaced, status = "ServiceStatus")]
#[kube(validation = "!has(self.status) || self.status.ready <= self.spec.replicas")]
#[x_kube(validation = ("self.replicas % 2 == 1", "an odd number of replicas"))]
#[serde(rename_all = "camelCase")]
#[schemars(transform = DatabaseSpec::x_validations)]
pub struct DatabaseSpec {
    replicas: i32,
    #[x_kube(validation = "self == oldSelf")]
    storage: PersistentVolumeClaimSpec,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_kube(validation = ("!has(self.limits) || 'memory' in self.limits", "limits name memory"))]
    resources: Option<ResourceRequirements>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    affinity: Option<Affinity>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    #[x_kube(validation = "self.all(t, !has(t.operator) || t.operator != 'Exists' || !has(t.value))")]
    tolerations: Vec<Toleration>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    #[x_kube(validation = ("!self.exists(e, e.name == 'PGDATA')", "PGDATA is ours"))]
    env: Vec<EnvVar>,
    superuser: SecretKeySelector,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pull_secrets: Vec<LocalObjectReference>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 32))]
    #[x_validation(rule = "self.all(k, k == k.lowerAscii())", message = "names in lower case")]
    parameters: BTreeMap<String, String>,
}

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "data.example.dev", version = "v1", kind = "Replica", namespaced, status = "ServiceStatus")]
#[schemars(transform = ReplicaSpec::x_validations)]
#[x_validation(rule = "self.of == oldSelf.of", message = "a replica stays where it is")]
pub struct ReplicaSpec {
    of: String,
    #[serde(default)]
    delay: Option<u32>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = ServiceStatus::x_validations)]
#[x_validation(
    rule = "self.conditions.exists_one(c, c.type == 'Ready') || self.ready == 0",
    message = "one condition Ready"
)]
pub struct ServiceStatus {
    ready: i32,
    #[schemars(length(max = 8))]
    conditions: Vec<Condition>,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Database>();
    assert_matches_crd::<Replica>();
    let ready = json!({ "type": "Ready", "status": "True", "reason": "R", "message": "", "lastTransitionTime": "2024-01-01T00:00:00Z" });
    let spec = json!({
        "replicas": 3, "storage": { "accessModes": ["ReadWriteOnce"], "resources": { "requests": { "storage": "1Gi" } } },
        "resources": { "limits": { "memory": "1Gi", "cpu": 1 } }, "affinity": { "nodeAffinity": {} },
        "tolerations": [{ "key": "a", "operator": "Exists" }], "env": [{ "name": "A", "value": "b" }],
        "superuser": { "name": "s", "key": "k" }, "parameters": { "a": "b" },
    });
    vec![
        Crd::of::<Database>([json!({ "spec": spec, "status": { "ready": 1, "conditions": [ready] } })])
            .create(json!({ "/spec/replicas": 2 }))
            .create(json!({ "/spec/resources/limits": { "cpu": "1" } }))
            .create(json!({ "/spec/env": [{ "name": "PGDATA" }], "/spec/parameters": { "A": "b" } }))
            .create(json!({ "/spec/tolerations": [{ "operator": "Exists", "value": "x" }] }))
            .update(json!({}), json!({ "/spec/storage/resources/requests/storage": "1024Mi" }))
            .update_status(json!({}), json!({ "/status/ready": 5 }))
            .update_status(json!({}), json!({ "/status/conditions": [] })),
        Crd::of::<Replica>([json!({ "spec": { "of": "a" } })]).update(json!({}), json!({ "/spec/of": "b" })),
    ]
}
