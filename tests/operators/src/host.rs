//! Hosts for components: a pod template whose schema a function writes, labels in a `HashMap`, volumes of certificates, levels with defaults.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::{
    api::core::v1::{LocalObjectReference, PodSpec, ResourceRequirements, Volume},
    apimachinery::pkg::apis::meta::v1::Condition,
};
use kube::CustomResource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
};
use tests_crds::Crd;

#[derive(
    CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[kube(
    group = "hosts.example.dev",
    version = "v1",
    kind = "Host",
    plural = "hosts",
    shortname = "ho",
    namespaced,
    status = "HostStatus",
    derive = "Default",
    derive = "PartialEq",
    printcolumn = r#"{"name":"Apps", "type":"integer", "jsonPath":".status.appCount"}"#
)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = HostSpec::x_validations)]
#[x_validation(rule = "self.lattice == oldSelf.lattice", message = "a host stays in its lattice")]
#[x_validation(
    rule = "!has(self.observability) || !self.observability.enable || self.observability.endpoint != ''",
    message = "an endpoint is needed"
)]
#[x_validation(
    rule = "!has(self.certificates) || self.certificates.authorities.all(v, has(v.secret) || has(v.configMap))",
    message = "authorities come from secrets or config maps"
)]
pub struct HostSpec {
    /// How many.
    #[serde(default = "one")]
    host_replicas: u32,
    lattice: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self.all(k, !k.startsWith('internal/'))", message = "internal labels")]
    host_labels: Option<HashMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issuers: Option<BTreeSet<String>>,
    #[serde(default)]
    log_level: Level,
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0))]
    timeout_ms: u64,
    credentials: Option<LocalObjectReference>,
    certificates: Option<Certificates>,
    scheduling: Option<Scheduling>,
    observability: Option<Observability>,
    #[serde(default = "local")]
    address: String,
}

fn one() -> u32 {
    1
}

fn local() -> String {
    "nats://localhost:4222".to_owned()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Level {
    Debug,
    #[default]
    Info,
    Error,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Certificates {
    #[serde(default)]
    #[schemars(length(max = 4))]
    authorities: Vec<Volume>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Scheduling::x_validations)]
#[x_validation(rule = "!self.daemonset || !has(self.resources)", message = "one or the other")]
pub struct Scheduling {
    #[serde(default)]
    daemonset: bool,
    resources: Option<ResourceRequirements>,
    #[schemars(schema_with = "any_pod")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self == oldSelf", message = "additions stay")]
    pod_template_additions: Option<PodSpec>,
}

/// Without the schema of a pod, which makes a CRD too large.
fn any_pod(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "nullable": true, "x-kubernetes-preserve-unknown-fields": true })
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Observability {
    enable: bool,
    #[serde(default)]
    endpoint: String,
    #[serde(flatten)]
    signals: Signals,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Signals {
    traces: Option<Signal>,
    metrics: Option<Signal>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schemars(transform = Signal::x_validations)]
pub struct Signal {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self.startsWith('http')", message = "a URL")]
    endpoint: Option<String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = HostStatus::x_validations)]
pub struct HostStatus {
    #[serde(default)]
    #[schemars(length(max = 20))]
    apps: Vec<App>,
    #[serde(default)]
    #[x_validation(rule = "self >= oldSelf", message = "apps only come")]
    app_count: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    #[x_validation(rule = "self.exists_one(c, c.type == 'Ready')", message = "Ready once")]
    conditions: Vec<Condition>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct App {
    name: String,
    #[serde(flatten)]
    extra: BTreeMap<String, serde_json::Value>,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Host>();
    let spec = json!({
        "hostReplicas": 2, "lattice": "default", "hostLabels": { "zone": "a" }, "issuers": ["b", "a"], "logLevel": "DEBUG",
        "credentials": { "name": "c" },
        "certificates": { "authorities": [{ "name": "ca", "secret": { "secretName": "s" } }] },
        "scheduling": { "daemonset": true, "podTemplateAdditions": { "nodeSelector": { "a": "b" }, "containers": [] } },
        "observability": { "enable": true, "endpoint": "http://o", "traces": { "endpoint": "http://t" } },
    });
    let status = json!({ "apps": [{ "name": "a", "url": 1 }], "appCount": 1 });
    vec![
        Crd::of::<Host>([json!({ "spec": spec, "status": status }), json!({ "spec": { "lattice": "l" } })])
            .create(json!({ "/spec/hostLabels/internal~1a": "x", "/spec/scheduling/resources": {} }))
            .create(json!({ "/spec/observability/endpoint": "", "/spec/observability/traces/endpoint": "t" }))
            .create(json!({ "/spec/certificates/authorities/0/secret": null }))
            .update(json!({}), json!({ "/spec/lattice": "other" }))
            .update(json!({}), json!({ "/spec/scheduling/podTemplateAdditions/nodeSelector/a": "c" }))
            .update_status(json!({}), json!({ "/status/appCount": 0 })),
    ]
}
