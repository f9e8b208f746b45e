//! The custom resource of the examples: how many replicas a workload may have, and when

use std::collections::BTreeMap;

use cel_runtime::XValidation;
use chrono::{DateTime, Utc};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::network::{Port, Protocol, Zone};
use crate::rollout::{Endpoint, Resources, Rollout};
use crate::schedule::{Behavior, Window};
pub use crate::status::ScalerStatus;

/// How many replicas a workload may have, and when
#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler", namespaced, status = "ScalerStatus")]
#[kube(validation = ("!has(self.metadata.name) || self.metadata.name.size() <= 40", "a name has at most 40 characters"))]
#[kube(validation = Rule::new("!has(self.metadata.name) || !self.metadata.name.startsWith('paused-') || self.spec.paused")
    .message("a scaler called paused-<something> is paused")
    .field_path(".spec.paused")
    .reason(Reason::FieldValueForbidden))]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ScalerSpec::x_validations)]
#[x_validation(
    rule = "self.minReplicas <= self.maxReplicas",
    message = "minReplicas must not exceed maxReplicas",
    field_path = ".minReplicas"
)]
#[x_validation(
    rule = "!has(self.replicas) || (self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas)",
    message = "replicas must lie between minReplicas and maxReplicas",
    field_path = ".replicas"
)]
#[x_validation(
    rule = "(self.maxReplicas - self.minReplicas) % self.step == 0",
    message_expression = "'%d is not to be reached from %d in steps of %d'.format([self.maxReplicas, self.minReplicas, self.step])",
    field_path = ".step"
)]
#[x_validation(
    rule = "self.queueLength / self.maxReplicas <= 1000",
    message = "a replica may expect at most 1000 queued jobs",
    field_path = ".queueLength"
)]
#[x_validation(
    rule = "self.costPerReplica * self.maxReplicas <= self.quota",
    message = "the quota does not pay for maxReplicas",
    reason = "FieldValueForbidden",
    field_path = ".maxReplicas"
)]
#[x_validation(
    rule = "self.steps.size() == 0 || self.steps[self.firstStep] <= self.maxReplicas",
    message = "the first step must not exceed maxReplicas"
)]
#[x_validation(
    rule = "!has(self.preferredZone) || self.zones[self.preferredZone].weight > 0",
    message = "the preferred zone must have a positive weight",
    field_path = ".preferredZone"
)]
#[x_validation(
    rule = "self.udpAllowed || self.ports.all(p, !has(p.protocol) || p.protocol != 'UDP')",
    message = "UDP ports are not allowed here",
    reason = "FieldValueForbidden",
    field_path = ".ports"
)]
#[x_validation(
    rule = "!has(self.expires) || self.windows.all(w, w.end <= self.expires)",
    message = "windows must end before the scaler expires"
)]
#[x_validation(
    rule = "!has(self.behavior) || !has(self.behavior.up) || self.behavior.up.pods <= self.maxReplicas",
    message = "one step up must not add more than maxReplicas",
    field_path = ".behavior.up.pods"
)]
#[x_validation(
    rule = "!self.paused || (has(self.pauseReason) && self.pauseReason.size() > 0)",
    message = "say why the scaler is paused",
    reason = "FieldValueRequired",
    field_path = ".pauseReason"
)]
#[x_validation(
    rule = "!('app' in self.labels) || self.labels.app == self.tier",
    message_expression = "'the label is to be that of the tier, ' + self.tier",
    reason = "FieldValueForbidden",
    field_path = ".labels['app']"
)]
#[x_validation(
    rule = "self.routes.all(r, self.routes[r].size() == 0 || self.routes[r][0] in self.zones)",
    message = "routes must begin in known zones",
    field_path = ".routes"
)]
pub struct ScalerSpec {
    /// Service level
    #[schemars(length(max = 32))]
    #[x_validation(
        rule = "self.startsWith('tier-') && !self.endsWith('-')",
        message = "a tier is called tier-<something>"
    )]
    #[x_validation(rule = "self.size() <= 12")]
    pub tier: String,

    /// Least number of replicas
    #[serde(default = "one")]
    #[x_validation(rule = "self >= 0", message = "replicas cannot be negative")]
    pub min_replicas: i32,

    /// Greatest number of replicas
    pub max_replicas: i32,

    /// Number of replicas to start with
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,

    /// Replicas are added in multiples of this
    #[serde(default = "one")]
    pub step: i32,

    /// Jobs that wait at most
    #[serde(default)]
    pub queue_length: i64,

    /// Price of a replica in thousandths
    #[serde(default)]
    pub cost_per_replica: i64,

    /// Highest cost of all replicas together
    #[serde(default = "unlimited")]
    pub quota: i64,

    /// Replica counts to stop at on the way up
    #[serde(default)]
    #[schemars(length(max = 16))]
    #[x_validation(
        rule = "self.all(x, self.exists_one(y, x == y))",
        message = "steps must be unique",
        reason = "FieldValueDuplicate",
        allow(quadratic_uniqueness)
    )]
    #[x_validation(items(rule = "self > 0", message = "steps must be positive"))]
    pub steps: Vec<i32>,

    /// Where in `steps` to begin
    #[serde(default)]
    pub first_step: i32,

    /// Zones by name
    #[serde(default)]
    #[schemars(extend("maxProperties" = 8))]
    #[x_validation(
        rule = "self.size() == 0 || self.exists(z, self[z].weight > 0)",
        message = "some zone must have a weight"
    )]
    pub zones: BTreeMap<String, Zone>,

    /// Zone to fill first
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 63))]
    pub preferred_zone: Option<String>,

    /// Zones to use, by name of the client
    #[serde(default)]
    #[schemars(extend("maxProperties" = 8))]
    #[x_validation(values(rule = "self.size() > 0 && self.size() <= 4"))]
    pub routes: BTreeMap<String, Vec<String>>,

    /// Labels of the replicas
    #[serde(default)]
    #[schemars(extend("maxProperties" = 8))]
    #[x_validation(
        rule = "self.all(k, k.size() <= 16 && !k.contains(' '))",
        message = "label names have at most 16 characters and no spaces",
        message_expression = "'no names of labels: %s'.format([self.filter(k, k.size() > 16 || k.contains(' '))])"
    )]
    #[x_validation(values(
        rule = "self.size() > 0",
        message = "label values must not be empty",
        reason = "FieldValueRequired"
    ))]
    #[x_validation(values(rule = "!self.contains('=')", reason = "FieldValueDuplicate"))]
    pub labels: BTreeMap<String, String>,

    /// Ports of the replicas
    #[serde(default)]
    #[schemars(length(max = 8))]
    #[x_validation(
        rule = "self.map(p, p.name).all(n, self.exists_one(p, p.name == n))",
        message = "port names must be unique"
    )]
    pub ports: Vec<Port>,

    /// Whether ports may be UDP
    #[serde(default)]
    pub udp_allowed: bool,

    /// Protocols that clients speak
    #[serde(default)]
    #[schemars(length(max = 4))]
    #[x_validation(items(rule = "self != 'SCTP'", reason = "FieldValueForbidden"))]
    pub protocols: Vec<Protocol>,

    /// Share of the processor to aim at
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self > 0.0 && self <= 1.0", message = "a share is above 0 and at most 1")]
    pub target_utilization: Option<f64>,

    /// Shares of the processor that raise an alarm
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8))]
    #[x_validation(
        rule = "self.filter(x, x >= 0.5).size() <= 2",
        message_expression = "'at most two thresholds above one half, not %d'.format([self.filter(x, x >= 0.5).size()])"
    )]
    #[x_validation(items(rule = "self >= 0.0"))]
    pub thresholds: Option<Vec<f64>>,

    /// Time between two steps, as Go writes durations
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 32))]
    #[x_validation(
        rule = "duration(self) >= duration('1s') && duration(self) <= duration('24h')",
        message = "the cooldown lasts from 1s to 24h"
    )]
    pub cooldown: Option<String>,

    /// Revision of the workload
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 24))]
    #[x_validation(rule = "int(self) % 2 == 0")]
    pub revision: Option<String>,

    /// When the scaler stops
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<DateTime<Utc>>,

    /// Times at which the scaler works
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub windows: Vec<Window>,

    /// How fast to scale
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behavior: Option<Behavior>,

    /// How a new version replaces the old one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollout: Option<Rollout>,

    /// Resources that a replica may use
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = 4))]
    pub resources: Option<BTreeMap<String, Resources>>,

    /// Where the replicas answer
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<Endpoint>,

    /// Whether the scaler rests
    #[serde(default)]
    pub paused: bool,

    /// Why it rests
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 128))]
    pub pause_reason: Option<String>,
}

fn one() -> i32 {
    1
}

fn unlimited() -> i64 {
    i64::MAX
}
