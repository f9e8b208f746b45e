//! Jobs by the clock: two kinds from one macro, as operators write versions; a job template, rules in attributes of kube on fields
//! and items, a parameter with a bound.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::{
    batch::v1::JobSpec,
    core::v1::{EnvFromSource, PersistentVolumeClaimSpec, TopologySpreadConstraint},
};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{ObjectMeta, Time};
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt::Debug, marker::PhantomData, rc::Rc};
use tests_crds::Crd;

/// The part that both kinds share.
macro_rules! scheduled {
    ($kind:literal, $spec:ident, $work:ty, $limit:literal, $($rule:literal => $message:expr),*) => {
        #[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
        #[kube(group = "clock.example.dev", version = "v1", kind = $kind, namespaced)]
        #[serde(rename_all = "camelCase")]
        #[schemars(transform = $spec::x_validations)]
        $(#[x_validation(rule = $rule, message = $message)])*
        pub struct $spec {
            #[x_kube(validation = ("self.split(' ').size() == 5 || self in ['@daily', '@hourly']", "a schedule"))]
            #[schemars(length(max = $limit))]
            schedule: String,
            #[serde(default = "utc")]
            #[schemars(length(max = 40))]
            time_zone: String,
            template: Template<$work>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            #[schemars(length(max = 4))]
            windows: Vec<Window>,
            #[serde(default)]
            history: History,
        }
    };
}

scheduled!("CronTask", CronTaskSpec, JobSpec, 64,
    "self.template == oldSelf.template || self.history.keep > 1" => "the last one is kept",
    "self.windows.all(w, self.windows.exists_one(o, o.from == w.from))" => "windows differ"
);
scheduled!("CronClaim", CronClaimSpec, Claims, 32,
    "self.template.spec.templates.all(t, has(t.spec.accessModes))" => "modes of access",
    "self.template == oldSelf.template || self.history.keep > 1" => "the last one is kept"
);

fn utc() -> String {
    "UTC".to_owned()
}

/// The resource that is made, with its metadata.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Template::<T>::x_validations)]
#[x_validation(
    rule = "!has(self.metadata) || !has(self.metadata.labels) || self.metadata.labels.all(k, !k.startsWith('clock.example.dev/'))",
    message = "our labels",
    field_path = ".metadata.labels"
)]
pub struct Template<T>
where
    T: Work,
{
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metadata: Option<ObjectMeta>,
    spec: T,
    #[serde(skip)]
    work: PhantomData<fn() -> T>,
}

/// A thing that a schedule can start.
pub trait Work: Clone + Debug {}

impl Work for JobSpec {}

impl Work for Claims {}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Claims::x_validations)]
pub struct Claims {
    #[schemars(length(max = 3), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    #[x_validation(items(
        rule = "self.spec == oldSelf.spec",
        message_expression = "'the claim %s stays'.format([self.name])"
    ))]
    templates: Vec<Claim>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2))]
    #[x_validation(rule = "self.all(s, s.maxSkew == 1)")]
    spread: Option<Vec<TopologySpreadConstraint>>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Claim {
    #[schemars(length(max = 63))]
    name: String,
    spec: PersistentVolumeClaimSpec,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = Window::x_validations)]
#[x_kube(validation = ("self.from < self.to", "ends before it begins"))]
pub struct Window {
    from: Time,
    to: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    env_from: Option<Box<[EnvFromSource; 1]>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 3))]
    #[x_kube(validation = ("self.all(k, self[k] != 0)", "weights"))]
    weights: BTreeMap<Rc<str>, i32>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(default)]
#[schemars(transform = History::x_validations)]
pub struct History {
    #[x_validation(rule = "self > 0", message = "something is kept")]
    #[serde(skip_serializing_if = "is_usual")]
    keep: i8,
    #[serde(rename = "keep-failed")]
    failed: Option<u16>,
}

impl Default for History {
    fn default() -> Self {
        History { keep: 3, failed: None }
    }
}

fn is_usual(keep: &i8) -> bool {
    *keep == 3
}

fn tasks() -> Crd {
    assert_matches_crd::<CronTask>();
    let window = |from: &str, to: &str| json!({ "from": from, "to": to, "envFrom": [{ "prefix": "p" }], "weights": { "1": 2 } });
    let spec = json!({
        "schedule": "0 3 * * *", "timeZone": "Europe/Zurich",
        "template": {
            "metadata": { "labels": { "a": "b" } },
            "spec": { "backoffLimit": 3, "template": { "spec": { "containers": [{ "name": "c", "image": "i" }] } } },
        },
        "windows": [window("2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z"), window("2024-03-01T00:00:00Z", "2024-04-01T00:00:00Z")],
        "history": { "keep": 5, "keep-failed": 1 },
    });
    Crd::of::<CronTask>([json!({ "spec": spec })])
        .create(json!({ "/spec/schedule": "daily", "/spec/history": { "keep": 0 } }))
        .create(json!({ "/spec/template/metadata/labels": { "clock.example.dev/x": "y" } }))
        .create(json!({ "/spec/template/spec/template/spec/containers": [{ "name": "c" }], "/spec/history": { "keep": -1 } }))
        .create(json!({ "/spec/windows/1/from": "2024-01-01T00:00:00Z", "/spec/windows/0/weights": { "7": 0 } }))
        .update(json!({ "/spec/history": { "keep": 1 } }), json!({ "/spec/template/spec/backoffLimit": 9 }))
        .update(json!({ "/spec/windows/0/to": "2023-01-01T00:00:00Z" }), json!({ "/spec/timeZone": "UTC" }))
}

fn claims() -> Crd {
    assert_matches_crd::<CronClaim>();
    let claim = |name: &str, mode: &str| -> Value {
        json!({ "name": name, "spec": { "accessModes": [mode], "resources": { "requests": { "storage": "1Gi" } } } })
    };
    let spread = json!({ "maxSkew": 1, "topologyKey": "t", "whenUnsatisfiable": "DoNotSchedule" });
    let spec = json!({
        "schedule": "@daily", "template": { "spec": { "templates": [claim("a", "ReadWriteOnce"), claim("b", "ReadOnlyMany")], "spread": [spread] } },
    });
    Crd::of::<CronClaim>([json!({ "spec": spec })])
        .create(
            json!({ "/spec/template/spec/templates/0/spec": {}, "/spec/template/spec/spread/0/maxSkew": 2 }),
        )
        .update(
            json!({}),
            json!({ "/spec/template/spec/templates": [claim("b", "ReadWriteOnce"), claim("c", "x")] }),
        )
        .update(
            json!({ "/spec/history": { "keep": 1 } }),
            json!({ "/spec/template/metadata": { "name": "n" } }),
        )
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![tasks(), claims()]
}
