//! Feature flags: free-form values, maps of objects, an own list of conditions.

use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "flags.example.dev", version = "v1", kind = "FlagSet", status = "FlagSetStatus")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = FlagSetSpec::x_validations)]
#[x_validation(
    rule = "self.flags.all(k, self.flags[k].default in self.flags[k].variants)",
    message = "a default is a variant"
)]
#[x_validation(rule = "!has(oldSelf.frozen) || !oldSelf.frozen || self == oldSelf", message = "frozen")]
pub struct FlagSetSpec {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frozen: Option<bool>,
    #[schemars(extend("maxProperties" = 16))]
    flags: BTreeMap<String, Flag>,
    /// Whatever the program makes of it.
    #[serde(default)]
    #[x_validation(opaque)]
    #[schemars(schema_with = "free_form")]
    settings: Value,
}

fn free_form(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "x-kubernetes-preserve-unknown-fields": true })
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Flag::x_validations)]
#[x_validation(
    rule = "!has(self.rollout) || self.rollout.percent <= 100",
    message = "percent",
    field_path = ".rollout.percent"
)]
pub struct Flag {
    #[schemars(length(max = 32))]
    default: String,
    #[schemars(extend("maxProperties" = 8))]
    variants: HashMap<String, i64>,
    #[serde(flatten)]
    state: State,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rollout: Option<Rollout>,
}

/// Flattened: one of its variants is a key of the flag.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum State {
    Enabled { since: String },
    Disabled { reason: String },
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Rollout {
    percent: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    seed: f64,
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = FlagSetStatus::x_validations)]
pub struct FlagSetStatus {
    #[schemars(length(max = 4), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["type"]))]
    #[x_validation(items(
        rule = "self.type != 'Ready' || self.status != 'Unknown'",
        message = "ready or not"
    ))]
    conditions: Vec<FlagCondition>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct FlagCondition {
    r#type: String,
    status: String,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<FlagSet>();
    let spec = json!({
        "flags": { "f": { "default": "on", "variants": { "on": 1, "off": 0 }, "enabled": { "since": "x" }, "rollout": { "percent": 5 } } },
        "settings": { "a": [1, { "b": null }] },
    });
    vec![
        Crd::of::<FlagSet>([
            json!({ "spec": spec, "status": { "conditions": [{ "type": "Ready", "status": "True" }] } }),
        ])
        .create(json!({ "/spec/flags/f/default": "x" }))
        .create(json!({ "/spec/flags/f/rollout/percent": 101 }))
        .update(json!({ "/spec/frozen": true }), json!({ "/spec/settings": 1 }))
        .update(json!({ "/spec/frozen": true }), json!({ "/spec/flags/f/default": "off" }))
        .update(json!({ "/spec/frozen": true }), json!({}))
        .update_status(json!({}), json!({ "/status/conditions/0/status": "Unknown" })),
    ]
}
