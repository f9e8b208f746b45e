//! Runners of a CI: pools that are generic over their configuration, as operators of several products share them; an untagged
//! choice of numbers and texts, external and flattened enums.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::{
    Affinity, EnvVar, PodTemplateSpec, ResourceRequirements, SecretKeySelector, Toleration,
};
use k8s_openapi::apimachinery::pkg::{apis::meta::v1::Condition, util::intstr::IntOrString};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    marker::PhantomData,
};
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "ci.example.dev",
    version = "v1",
    kind = "RunnerSet",
    namespaced,
    status = "RunnerSetStatus",
    shortname = "rs",
    category = "all"
)]
#[kube(validation = Rule::new("self.metadata.name.size() + self.spec.runners.groups.size() <= 63").message("names become labels"))]
#[serde(rename_all = "camelCase")]
#[schemars(transform = RunnerSetSpec::x_validations)]
#[x_validation(
    rule = "!has(self.runners.groups) || !('default' in self.runners.groups) || !has(self.runners.groups['default'].config) || self.runners.config.labels.all(l, l in self.runners.groups['default'].config.labels)",
    message_expression = "'%s is no label of the group default'.format([self.runners.config.labels[0]])",
    field_path = ".runners.groups"
)]
#[x_validation(
    rule = "has(self.controller.podOverrides) ? self.controller.podOverrides.spec.containers.size() <= 1 : true"
)]
#[x_validation(
    rule = "self.registration == oldSelf.registration",
    message = "registered once",
    field_path = ".registration"
)]
pub struct RunnerSetSpec {
    registration: Registration,
    runners: Role<RunnerConfig>,
    controller: Role<ControllerConfig, JavaOverrides>,
    #[serde(default)]
    scaling: Scaling,
    #[serde(flatten)]
    mode: Mode,
}

/// A role of a product: its configuration, what is set differently, and groups that set it again.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase", bound(deserialize = "C: Deserialize<'de>, O: Deserialize<'de>"))]
#[schemars(transform = Role::<C, O>::x_validations)]
#[x_validation(
    rule = "!has(self.podOverrides) || has(self.podOverrides.spec)",
    message = "overrides of nothing",
    field_path = ".podOverrides",
    reason = "FieldValueRequired"
)]
pub struct Role<C, O = NoOverrides>
where
    C: Clone + Default,
    O: Default,
{
    #[serde(default)]
    config: C,
    #[serde(default)]
    overrides: O,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pod_overrides: Option<PodTemplateSpec>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 4))]
    groups: BTreeMap<String, RoleGroup<C>>,
    #[serde(skip)]
    product: PhantomData<C>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = RoleGroup::<C>::x_validations)]
#[x_validation(rule = "self.replicas <= 100", message = "at most a hundred", field_path = ".replicas")]
pub struct RoleGroup<C> {
    #[serde(default = "one")]
    replicas: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    config: Option<C>,
}

fn one() -> u16 {
    1
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct NoOverrides {
    #[serde(default, skip_serializing_if = "HashMap::is_empty")]
    #[schemars(extend("maxProperties" = 8))]
    env_overrides: HashMap<String, String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = JavaOverrides::x_validations)]
pub struct JavaOverrides {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8), inner(length(max = 64)))]
    #[x_validation(items(rule = "self.startsWith('-')", message_expression = "self + ' is no option'"))]
    jvm_args: Vec<String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = RunnerConfig::x_validations)]
#[x_validation(
    rule = "!has(self.resources) || !has(self.resources.limits) || !('cpu' in self.resources.limits) || quantity(string(self.resources.limits['cpu'])).isGreaterThan(quantity('100m'))",
    message = "at least 100m of CPU"
)]
pub struct RunnerConfig {
    #[schemars(length(max = 8), inner(length(max = 32)), extend("x-kubernetes-list-type" = "set"))]
    labels: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<ResourceRequirements>,
    #[serde(skip_serializing_if = "Option::is_none")]
    affinity: Option<Box<Affinity>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    #[x_validation(
        rule = "self.all(t, !has(t.tolerationSeconds) || has(t.effect) && t.effect == 'NoExecute')"
    )]
    tolerations: Option<Vec<Toleration>>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = ControllerConfig::x_validations)]
pub struct ControllerConfig {
    #[schemars(length(max = 8), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    #[x_validation(items(
        rule = "has(self.value) != has(self.valueFrom)",
        message = "a value, or where it is",
        field_path = ".value"
    ))]
    env: Vec<EnvVar>,
    verbosity: Verbosity,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verbosity {
    #[default]
    Quiet,
    VeryVerbose,
}

/// Where the runners belong: an external enum with data.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[schemars(transform = Registration::x_validations)]
#[x_validation(
    rule = "!has(self.repository) || self.repository.full__dash__name.split('/').size() == 2",
    message = "owner/name"
)]
pub enum Registration {
    Repository {
        #[schemars(length(max = 140))]
        full_name: String,
        token: SecretKeySelector,
    },
    Organization(Organization),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "PascalCase")]
pub struct Organization {
    #[serde(alias = "org")]
    login: String,
    #[serde(default)]
    runner_group: Option<String>,
}

/// Flattened into the spec: one of its variants is a key there.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Mode {
    Ephemeral { idle_minutes: u32 },
    Persistent { max_jobs: Option<u64> },
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = Scaling::x_validations)]
#[x_validation(rule = "self.min <= self.max")]
#[x_validation(
    rule = "type(self.surge) == int ? self.surge >= 0 : self.surge.endsWith('%')",
    message = "a number or percent"
)]
pub struct Scaling {
    min: u32,
    max: u32,
    surge: IntOrString,
    /// In parts of the pool.
    #[schemars(with = "IntOrString")]
    #[x_validation(rule = "type(self) == string || self != 0", message = "not nothing")]
    step: NumberOrShare,
}

impl Default for Scaling {
    fn default() -> Self {
        Scaling { min: 0, max: 4, surge: IntOrString::Int(1), step: NumberOrShare::Number(1) }
    }
}

#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum NumberOrShare {
    Number(u32),
    Share(String),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = RunnerSetStatus::x_validations)]
pub struct RunnerSetStatus {
    #[x_validation(rule = "self >= oldSelf || self == 0", message = "generations rise")]
    observed_generation: i64,
    #[schemars(length(max = 4), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["type"]))]
    #[x_validation(items(
        rule = "self.status == oldSelf.status ? self.lastTransitionTime == oldSelf.lastTransitionTime : self.lastTransitionTime > oldSelf.lastTransitionTime",
        message = "times of transitions"
    ))]
    conditions: Vec<Condition>,
}

fn condition(status: &str, time: &str) -> Value {
    json!({ "type": "Ready", "status": status, "reason": "R", "message": "", "lastTransitionTime": time })
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<RunnerSet>();
    let pod = json!({ "spec": { "containers": [{ "name": "c" }] } });
    let spec = json!({
        "registration": { "repository": { "full-name": "a/b", "token": { "name": "t", "key": "k" } } },
        "runners": {
            "config": { "labels": ["x64", "gpu"], "resources": { "limits": { "cpu": "2" } }, "tolerations": [{ "key": "k", "effect": "NoExecute", "tolerationSeconds": 5 }] },
            "overrides": { "envOverrides": { "A": "b" } },
            "groups": { "default": { "replicas": 3, "config": { "labels": ["gpu", "x64", "big"], "affinity": { "nodeAffinity": {} } } }, "small": {} },
        },
        "controller": {
            "config": { "env": [{ "name": "A", "value": "b" }, { "name": "B", "valueFrom": { "fieldRef": { "fieldPath": "p" } } }], "verbosity": "VERY_VERBOSE" },
            "overrides": { "jvmArgs": ["-Xmx1g"] }, "podOverrides": pod,
        },
        "scaling": { "min": 1, "max": 3, "surge": "25%", "step": 2 }, "ephemeral": { "idleMinutes": 5 },
    });
    let small = json!({
        "registration": { "organization": { "Login": "o", "RunnerGroup": null } },
        "runners": {}, "controller": {}, "persistent": { "maxJobs": 7 }, "scaling": { "step": "10%" },
    });
    let status =
        json!({ "observedGeneration": 2, "conditions": [condition("True", "2024-01-02T00:00:00Z")] });
    vec![
        Crd::of::<RunnerSet>([json!({ "spec": spec, "status": status }), json!({ "spec": small })])
            .create(json!({ "/spec/runners/config/labels": ["arm"], "/spec/scaling/min": 9 }))
            .create(json!({ "/spec/runners/config/resources/limits/cpu": "50m", "/spec/runners/groups/small/replicas": 101 }))
            .create(json!({ "/spec/controller/podOverrides": {}, "/spec/controller/overrides/jvmArgs": ["Xmx"] }))
            .create(json!({ "/spec/controller/config/env/0": { "name": "A" }, "/spec/scaling/surge": "all" }))
            .create(json!({ "/spec/scaling/step": 0, "/spec/registration/repository/full-name": "a" }))
            .update(json!({}), json!({ "/spec/registration": small["registration"] }))
            .update(json!({ "/spec/scaling/step": 0 }), json!({ "/spec/scaling/max": 7 }))
            .update(json!({}), json!({ "/spec/runners/config/labels": ["gpu", "x64"] }))
            .update_status(json!({}), json!({ "/status/conditions": [condition("False", "2024-01-02T00:00:00Z")], "/status/observedGeneration": 1 }))
            .update_status(json!({}), json!({ "/status/conditions": [condition("False", "2024-01-03T00:00:00Z")] })),
    ]
}
