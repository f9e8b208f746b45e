//! Workloads on a schedule: a job template of k8s-openapi, dates of chrono, an untagged choice of values in structs.

use cel_runtime::{XValidation, assert_matches_crd};
use chrono::{DateTime, NaiveDate, Utc};
use k8s_openapi::api::{
    batch::v1::JobTemplateSpec,
    core::v1::{ObjectReference, Volume, VolumeMount},
};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "jobs.example.dev", version = "v1", kind = "Workload", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = WorkloadSpec::x_validations)]
#[x_validation(rule = "!has(self.until) || self.from < self.until", message = "ends before it begins")]
#[x_validation(
    rule = "self.mounts.all(m, self.volumes.exists(v, v.name == m.name))",
    message = "a mount without volume"
)]
#[x_validation(rule = "!has(self.target) || self.target.kind in ['Job', 'Pod']", message = "a job or a pod")]
#[x_validation(rule = "has(self.template.spec) && has(self.template.spec.template)", message = "a template")]
#[x_validation(
    rule = "!has(oldSelf.day) || has(self.day) && self.day == oldSelf.day",
    message = "the day stays"
)]
pub struct WorkloadSpec {
    from: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    day: Option<NaiveDate>,
    template: JobTemplateSpec,
    #[serde(default)]
    #[schemars(length(max = 4))]
    volumes: Vec<Volume>,
    #[serde(default)]
    #[schemars(length(max = 4))]
    mounts: Vec<VolumeMount>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<ObjectReference>,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Workload>();
    let spec = json!({
        "from": "2024-01-01T00:00:00Z", "until": "2025-01-01T00:00:00Z", "day": "2024-05-05",
        "template": { "spec": { "template": { "spec": { "containers": [{ "name": "c" }] } } } },
        "volumes": [{ "name": "v", "emptyDir": {} }], "mounts": [{ "name": "v", "mountPath": "/v" }], "target": { "kind": "Job" },
    });
    vec![
        Crd::of::<Workload>([json!({ "spec": spec })])
            .create(json!({ "/spec/until": "2023-01-01T00:00:00Z" }))
            .create(json!({ "/spec/mounts/0/name": "w", "/spec/target/kind": "Node" }))
            .create(json!({ "/spec/template": {} }))
            .update(json!({}), json!({ "/spec/day": "2024-05-06" })),
    ]
}
