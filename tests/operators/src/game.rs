//! Game servers: defaults of containers, numbers that are not zero, a pod template.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::PodTemplateSpec;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::num::NonZeroU16;
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "games.example.dev", version = "v1", kind = "Fleet", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = FleetSpec::x_validations)]
#[x_validation(rule = "self.template.spec.containers.size() > 0", message = "a container")]
#[x_validation(
    rule = "!has(self.template.metadata) || !has(self.template.metadata.name)",
    message = "no name"
)]
#[x_validation(
    rule = "self.template == oldSelf.template || self.update != 'Never'",
    message = "never updated"
)]
#[x_validation(
    rule = "self.ports.all(p, self.ports.exists_one(o, o.port == p.port))",
    message = "ports differ"
)]
pub struct FleetSpec {
    template: PodTemplateSpec,
    #[serde(default)]
    scaling: Scaling,
    #[serde(default)]
    update: Update,
    #[schemars(length(max = 8))]
    ports: Vec<Port>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(default, rename_all = "camelCase")]
#[schemars(transform = Scaling::x_validations)]
#[x_validation(rule = "self.min <= self.max")]
pub struct Scaling {
    min: u32,
    max: u32,
    buffer: Option<f32>,
}

impl Default for Scaling {
    fn default() -> Self {
        Scaling { min: 1, max: 10, buffer: Some(0.1) }
    }
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
pub enum Update {
    #[default]
    Rolling,
    /// Only by hand.
    Never,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Port {
    port: NonZeroU16,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    protocol: String,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Fleet>();
    let spec = json!({
        "template": { "metadata": { "labels": { "a": "b" } }, "spec": { "containers": [{ "name": "game", "image": "i" }] } },
        "ports": [{ "port": 7000 }, { "port": 7001, "protocol": "UDP" }],
    });
    vec![
        Crd::of::<Fleet>([json!({ "spec": spec })])
            .create(json!({ "/spec/template/spec/containers": [] }))
            .create(json!({ "/spec/template/metadata/name": "x", "/spec/scaling/min": 11 }))
            .create(json!({ "/spec/ports/0/port": 7001 }))
            .update(
                json!({ "/spec/update": "Never" }),
                json!({ "/spec/template/spec/containers/0/image": "j" }),
            )
            .update(json!({ "/spec/update": "Never" }), json!({ "/spec/scaling/buffer": 0.3 })),
    ]
}
