//! The status that the controller reports

use cel_runtime::XValidation;
use chrono::{DateTime, Utc};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The report of the controller
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ScalerStatus::x_validations)]
#[x_validation(
    rule = "self.readyReplicas <= self.replicas",
    message = "more replicas are ready than there are",
    field_path = ".readyReplicas"
)]
#[x_validation(
    rule = "!has(self.lastScaleTime) || self.conditions.exists(c, c.lastTransitionTime >= self.lastScaleTime)",
    message = "scaling must show in a condition"
)]
pub struct ScalerStatus {
    /// Replicas there are
    #[x_validation(rule = "self >= 0")]
    pub replicas: i32,

    /// Replicas that are ready
    pub ready_replicas: i32,

    /// When the number of replicas changed last
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_scale_time: Option<DateTime<Utc>>,

    /// Conditions of the scaler
    #[serde(default)]
    #[schemars(length(max = 8))]
    #[x_validation(
        rule = "self.all(c, self.exists_one(d, d.type == c.type))",
        message = "one condition per type",
        reason = "FieldValueDuplicate"
    )]
    pub conditions: Vec<self::Condition>,
}

/// One thing that is known about the scaler
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Condition::x_validations)]
#[x_validation(
    rule = "self.status != 'Unknown' || has(self.reason)",
    message = "say why the condition is unknown",
    reason = "FieldValueRequired",
    field_path = ".reason"
)]
pub struct Condition {
    /// The kind of condition
    #[schemars(length(max = 32))]
    pub r#type: String,

    /// Whether it holds
    pub status: ConditionStatus,

    /// Why, in one word
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 32))]
    #[x_validation(rule = "self.size() > 0 && !self.contains(' ')", message = "a reason is one word")]
    pub reason: Option<String>,

    /// When `status` changed last
    pub last_transition_time: Time,
}

/// Whether a condition holds
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionStatus {
    /// It holds
    True,
    /// It does not hold
    False,
    /// Nobody knows
    Unknown,
}
