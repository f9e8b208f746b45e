//! The custom resources: a cache, and the volume that the controller makes for it.

use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A cache of some entries.
#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Cache", namespaced, status = "CacheStatus")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = CacheSpec::x_validations)]
#[x_validation(
    rule = "self.entries * self.entryBytes <= 1000000000",
    message = "a cache has at most 1 GB",
    field_path = ".entries"
)]
pub struct CacheSpec {
    /// How many entries it holds
    #[x_validation(rule = "self > 0", message = "a cache holds at least one entry")]
    pub entries: i64,
    /// How large an entry is
    #[x_validation(rule = "self > 0 && self <= 65536", message = "an entry has 1 to 65536 bytes")]
    pub entry_bytes: i64,
    /// Where the volume is
    #[schemars(length(max = 32))]
    #[x_validation(rule = "self == oldSelf", message = "a cache stays where it is")]
    pub zone: String,
}

/// The result.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schemars(transform = CacheStatus::x_validations)]
pub struct CacheStatus {
    /// `Applied`: whether the volume is what the spec says.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub conditions: Vec<Condition>,
}

/// Space on a disk, made by the controller.
#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kube(group = "example.dev", version = "v1", kind = "Volume", namespaced, derive = "PartialEq")]
#[schemars(transform = VolumeSpec::x_validations)]
pub struct VolumeSpec {
    /// Its size
    #[x_validation(rule = "self > 0")]
    #[x_validation(rule = "self >= oldSelf", message = "a volume only grows")]
    pub bytes: i64,
    /// Where it is
    #[schemars(length(max = 32))]
    #[x_validation(rule = "self == oldSelf", message = "a volume stays where it is")]
    pub zone: String,
}
