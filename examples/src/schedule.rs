//! When and how fast to scale

use cel_runtime::XValidation;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A span of time in which the scaler works
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Window::x_validations)]
#[x_validation(
    rule = "self.start < self.end",
    message = "a window must start before it ends",
    field_path = ".end"
)]
#[x_validation(rule = "self.end - self.start <= duration('12h')")]
#[x_validation(
    rule = "self.days.size() == 0 || self.days.exists(d, d == self.start.getDayOfWeek())",
    message = "a window must start on one of its days",
    field_path = ".days"
)]
pub struct Window {
    /// Begin
    #[x_validation(
        rule = "self.getMinutes() % 15 == 0 && self.getSeconds() == 0",
        message = "windows start at a quarter of an hour"
    )]
    pub start: DateTime<Utc>,

    /// End
    #[x_validation(rule = "self > timestamp('2020-01-01T00:00:00Z')")]
    pub end: DateTime<Utc>,

    /// Days of the week on which the window counts, 0 is Sunday; none: all
    #[serde(default)]
    #[schemars(length(max = 7))]
    #[x_validation(items(rule = "self >= 0 && self <= 6", message = "days of the week go from 0 to 6"))]
    pub days: Vec<i64>,
}

/// How fast to scale in each direction
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Behavior::x_validations)]
#[x_validation(
    rule = "has(self.up) || has(self.down)",
    message = "behavior needs up or down",
    reason = "FieldValueRequired"
)]
pub struct Behavior {
    /// Adding replicas
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<Policy>,

    /// Removing replicas
    #[serde(skip_serializing_if = "Option::is_none")]
    pub down: Option<Policy>,
}

/// How fast to scale in one direction
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Policy::x_validations)]
#[x_validation(rule = "self.pods * self.periodSeconds <= 3600 ? self.pods != 0 : self.pods == 1")]
pub struct Policy {
    /// Pods per period
    pub pods: i32,

    /// Length of the period
    #[serde(default = "minute")]
    #[x_validation(rule = "self > 0 && self <= 1800", message = "a period lasts at most half an hour")]
    pub period_seconds: i32,
}

fn minute() -> i32 {
    60
}
