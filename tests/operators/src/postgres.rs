//! Databases with names in camel case, settings whose values are written by hand, extensions in places, application services.
#![allow(non_snake_case, reason = "as in the API")]

use cel_runtime::{XValidation, assert_matches_crd};
use chrono::{DateTime, Utc};
use k8s_openapi::{
    api::core::v1::{ConfigMapEnvSource, EnvVar, Probe, ResourceRequirements},
    apimachinery::pkg::{api::resource::Quantity, apis::meta::v1::ObjectMeta, util::intstr::IntOrString},
};
use kube::CustomResource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "postgres.example.dev",
    version = "v1",
    kind = "Postgres",
    plural = "postgreses",
    namespaced,
    status = "PostgresStatus"
)]
#[kube(validation = "self.metadata.name.size() <= 40")]
#[schemars(transform = PostgresSpec::x_validations)]
#[x_validation(
    rule = "quantity(self.storage).compareTo(quantity(oldSelf.storage)) >= 0",
    message = "storage only grows"
)]
#[x_validation(
    rule = "self.extensions.all(e, self.extensions.exists_one(o, o.name == e.name))",
    message = "extensions once"
)]
#[x_validation(
    rule = "!has(self.runtime_config) || self.runtime_config.all(c, c.name != 'port')",
    message = "the port is fixed"
)]
#[x_validation(
    rule = "!self.stop || !has(self.appServices) || self.appServices.size() == 0",
    message = "stopped with services"
)]
pub struct PostgresSpec {
    #[serde(default = "replicas")]
    pub replicas: i32,
    #[serde(default)]
    pub resources: ResourceRequirements,
    #[serde(default = "storage")]
    pub storage: Quantity,
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub extensions: Vec<Extension>,
    #[serde(default)]
    pub stop: bool,
    pub serviceAccountTemplate: Option<Template>,
    #[schemars(length(max = 16))]
    pub runtime_config: Option<Vec<PgConfig>>,
    #[schemars(length(max = 8))]
    pub appServices: Option<Vec<AppService>>,
    #[serde(default, deserialize_with = "null_is_empty")]
    pub secrets: BTreeMap<String, EnvFrom>,
    pub restore: Option<Restore>,
    pub ipAllowList: Option<BTreeSet<String>>,
}

fn replicas() -> i32 {
    1
}
fn storage() -> Quantity {
    Quantity("10Gi".to_owned())
}
fn null_is_empty<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Template {
    #[schemars(schema_with = "any_object")]
    pub metadata: Option<ObjectMeta>,
}

fn any_object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "nullable": true, "x-kubernetes-preserve-unknown-fields": true })
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Extension::x_validations)]
pub struct Extension {
    #[schemars(length(max = 63))]
    #[x_validation(rule = "self.matches('^[a-z_]+$')", message = "a name")]
    pub name: String,
    #[serde(default = "none")]
    pub description: Option<String>,
    #[schemars(length(max = 4))]
    pub locations: Vec<Location>,
}

fn none() -> Option<String> {
    Some("No description".to_owned())
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Location::x_validations)]
#[x_validation(rule = "!self.enabled || has(self.version)", message = "a version, if enabled")]
pub struct Location {
    pub database: String,
    pub schema: Option<String>,
    pub enabled: bool,
    pub version: Option<String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = PgConfig::x_validations)]
#[x_validation(rule = "self.name != 'max_connections' || int(self.value) > 9", message = "connections")]
pub struct PgConfig {
    pub name: String,
    #[x_validation(as = "string")]
    pub value: ConfigValue,
}

/// A text, or several with commas between.
#[derive(Clone, Debug)]
pub enum ConfigValue {
    Single(String),
    Multiple(BTreeSet<String>),
}

impl Serialize for ConfigValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            ConfigValue::Single(text) => to.serialize_str(text),
            ConfigValue::Multiple(texts) => {
                to.collect_str(&texts.iter().cloned().collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl<'de> Deserialize<'de> for ConfigValue {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Ok(match text.contains(',') {
            true => ConfigValue::Multiple(text.split(',').map(str::to_owned).collect()),
            false => ConfigValue::Single(text),
        })
    }
}

impl JsonSchema for ConfigValue {
    fn schema_name() -> Cow<'static, str> {
        "ConfigValue".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = AppService::x_validations)]
#[x_validation(rule = "self.probes.all(k, has(self.probes[k].httpGet))", message = "probes ask")]
pub struct AppService {
    pub name: String,
    pub image: String,
    #[schemars(length(max = 4))]
    pub routing: Option<Vec<Routing>>,
    #[schemars(length(max = 8))]
    pub env: Option<Vec<EnvVar>>,
    #[serde(default)]
    #[schemars(extend("maxProperties" = 3))]
    pub probes: BTreeMap<String, Probe>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Routing::x_validations)]
#[x_validation(rule = "has(self.ingressPath) || self.port != 80", message = "port 80 needs a path")]
pub struct Routing {
    pub port: u16,
    pub target: Option<IntOrString>,
    pub ingressPath: Option<String>,
    #[schemars(length(max = 4))]
    pub middlewares: Option<Vec<Middleware>>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Middleware::x_validations)]
#[x_validation(rule = "!has(self.stripPrefix) || self.stripPrefix.config.size() > 0", message = "a prefix")]
pub enum Middleware {
    CustomRequestHeaders(Headers),
    StripPrefix(Prefixes),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Headers {
    pub name: String,
    pub config: BTreeMap<String, String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Prefixes {
    pub name: String,
    pub config: Vec<String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum EnvFrom {
    Map { configMap: ConfigMapEnvSource },
    Secret { secretName: String, optional: Option<bool> },
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Restore::x_validations)]
pub struct Restore {
    #[serde(rename = "serverName")]
    pub server_name: String,
    #[x_validation(rule = "self < timestamp('2100-01-01T00:00:00Z')", message = "not that far")]
    pub recoveryTargetTime: Option<DateTime<Utc>>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
pub struct PostgresStatus {
    pub running: bool,
    #[serde(default)]
    pub pg_postmaster_start_time: Option<DateTime<Utc>>,
    pub resources: Option<ResourceRequirements>,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Postgres>();
    let spec = json!({
        "replicas": 1, "resources": { "limits": { "cpu": "1" } }, "storage": "10Gi", "stop": false,
        "extensions": [{ "name": "pg_cron", "locations": [{ "database": "a", "enabled": true, "version": "1" }] }],
        "serviceAccountTemplate": { "metadata": { "annotations": { "a": "b" } } },
        "runtime_config": [{ "name": "max_connections", "value": "100" }, { "name": "libraries", "value": "b,a" }],
        "appServices": [{
            "name": "api", "image": "i",
            "routing": [{ "port": 8080, "target": "http", "middlewares": [{ "stripPrefix": { "name": "s", "config": ["/a"] } }] }],
            "env": [{ "name": "A", "value": "b" }], "probes": { "ready": { "httpGet": { "port": 80 } } },
        }],
        "secrets": { "a": { "configMap": { "name": "m" } }, "b": { "secretName": "s", "optional": true } },
        "restore": { "serverName": "old", "recoveryTargetTime": "2026-01-01T00:00:00Z" },
        "ipAllowList": ["10.0.0.0/8"],
    });
    vec![
        Crd::of::<Postgres>([json!({ "spec": spec, "status": { "running": true } }), json!({ "spec": {} })])
            .create(json!({ "/spec/runtime_config/0/value": "9" }))
            .create(json!({ "/spec/runtime_config/0/name": "port", "/spec/stop": true }))
            .create(json!({ "/spec/extensions/0/locations/0/version": null, "/spec/extensions/0/name": "A" }))
            .create(json!({ "/spec/appServices/0/routing/0/port": 80, "/spec/restore/recoveryTargetTime": "2100-01-01T00:00:00Z" }))
            .create(json!({ "/spec/appServices/0/routing/0/middlewares/0/stripPrefix/config": [] }))
            .create(json!({ "/spec/appServices/0/probes/ready/httpGet": null }))
            .update(json!({ "/spec/storage": "1Ti" }), json!({ "/spec/storage": "100Gi" })),
    ]
}
