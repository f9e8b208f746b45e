//! Code that operators write around their fields: the CRD says the same to rules, so nothing is told.

use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap};

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Cache", namespaced, status = "CacheStatus")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = CacheSpec::x_validations)]
#[x_validation(rule = "self == oldSelf || self.replicas > 0", message = "changed")]
pub struct CacheSpec {
    #[serde(default = "three")]
    replicas: i32,
    #[serde(default = "three", skip_serializing_if = "is_three")]
    shards: i32,
    #[serde(default, skip_serializing_if = "is_default")]
    limits: Limits,
    #[serde(default)]
    eviction: Eviction,
    #[serde(default = "Eviction::oldest")]
    second: Eviction,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    storage: Option<Storage>,
    #[serde(skip_serializing_if = "is_empty")]
    #[serde(default)]
    users: Vec<User>,
    #[serde(default = "paused", skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    #[serde(alias = "colour")]
    color: Option<String>,
    #[serde(deserialize_with = "lenient", default)]
    ratio: f64,
    /// Documented, with an example.
    #[schemars(extend("example" = "x"), title = "Name")]
    name: String,
}

fn three() -> i32 {
    3
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_three(value: &i32) -> bool {
    *value == 3
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_empty<T>(list: &[T]) -> bool {
    list.is_empty()
}

fn paused() -> bool {
    false
}

fn lenient<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(f64::deserialize(deserializer)?.abs())
}

/// All fields have defaults of their own.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = Limits::x_validations)]
pub struct Limits {
    #[x_validation(rule = "self > 0")]
    memory: i64,
    label: Option<String>,
    policy: Policy,
    hosts: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 64, label: None, policy: Policy::Strict, hosts: vec!["a".to_owned()] }
    }
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    #[default]
    Strict,
    /// Documented.
    BestEffort,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Eviction {
    oldest: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

impl Eviction {
    fn oldest() -> Self {
        Eviction { oldest: true, after: None }
    }
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Storage {
    Disk { size: String, class: Option<String> },
    Memory(Memory),
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Memory {
    #[serde(default = "three")]
    parts: i32,
}

/// A list without a bound: what an item takes at least counts.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct User {
    name: String,
    #[serde(default)]
    admin: bool,
    #[serde(default = "three", skip_serializing_if = "is_three")]
    quota: i32,
    groups: Option<Vec<String>>,
}

/// No rule looks here: its handwritten schema may say whatever it likes.
#[derive(XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct CacheStatus {
    phase: String,
    ready: Option<i32>,
}

impl JsonSchema for CacheStatus {
    fn schema_name() -> Cow<'static, str> {
        "CacheStatus".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "phase": { "type": "string", "maxLength": 9, "enum": ["Ready", "Failed"] },
                "ready": { "type": "integer", "default": 0 },
                "more": { "type": "array", "items": { "type": "string" } },
            },
            "required": ["ready"],
        })
    }
}

#[test]
fn defaults_and_skipped_values_are_no_drift() {
    assert_matches_crd::<Cache>();
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Handwritten", namespaced, schema = "manual")]
#[x_validation(rule = "self.size < 9", manual_crd)]
pub struct HandwrittenSpec {
    size: i32,
    zone: String,
}

impl JsonSchema for Handwritten {
    fn schema_name() -> Cow<'static, str> {
        "Handwritten".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "required": ["spec"],
            "properties": {
                "apiVersion": { "type": "string" },
                "kind": { "type": "string" },
                "metadata": { "type": "object", "properties": { "name": { "type": "string", "maxLength": 8 } } },
                "spec": {
                    "type": "object",
                    "x-kubernetes-validations": [{ "rule": "self.size < 9" }],
                    "properties": {
                        "size": { "type": "integer", "minimum": 0 },
                        "zone": { "type": "string", "enum": ["a", "b"] },
                    },
                },
            },
        })
    }
}

#[test]
fn handwritten_root_schemas_are_no_drift() {
    assert_matches_crd::<Handwritten>();
}
