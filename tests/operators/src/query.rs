//! Continuous queries: middleware with free settings beside a kind, values that are given or come from secrets, a policy of retention.

use cel_runtime::{XValidation, assert_matches_crd};
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};
use tests_crds::Crd;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "queries.example.dev",
    version = "v1",
    kind = "ContinuousQuery",
    plural = "continuousqueries",
    namespaced,
    status = "QueryStatus"
)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ContinuousQuerySpec::x_validations)]
#[x_kube(validation = ("self.query != ''", "a query"))]
#[x_validation(
    rule = "self.sources.subscriptions.all(s, s.pipeline.all(p, self.sources.middleware.exists(m, m.name == p)))",
    message = "unknown middleware"
)]
pub struct ContinuousQuerySpec {
    #[serde(default)]
    mode: Mode,
    query_language: Option<Language>,
    #[x_kube(validation = ("self.size() < 2000", "too long"))]
    #[schemars(length(max = 4000))]
    query: Arc<str>,
    sources: Sources,
    storage_profile: Option<String>,
    view: Option<View>,
    #[serde(default)]
    #[schemars(extend("maxProperties" = 8))]
    #[x_validation(values(rule = "has(self.value) != has(self.secret)", message = "a value or a secret"))]
    properties: HashMap<String, ConfigValue>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    annotations: Map<String, Value>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Copy, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    #[default]
    Query,
    Filter,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Copy, Debug)]
pub enum Language {
    Cypher,
    #[serde(rename = "GQL")]
    Gql,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Sources {
    #[x_kube(merge_strategy = kube::core::ListMerge::Map(vec!["id".into()]))]
    #[schemars(length(max = 8))]
    subscriptions: Vec<Subscription>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    joins: Vec<Join>,
    #[serde(default)]
    #[schemars(length(max = 8))]
    middleware: Vec<Middleware>,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Subscription::x_validations)]
#[x_validation(rule = "self.nodes == oldSelf.nodes", message = "nodes stay")]
pub struct Subscription {
    id: String,
    #[serde(default)]
    #[schemars(length(max = 4))]
    nodes: Vec<Label>,
    #[serde(default)]
    #[schemars(length(max = 4), inner(length(max = 63)))]
    pipeline: Vec<String>,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Label {
    #[serde(rename = "sourceLabel")]
    source: String,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Join {
    id: String,
    #[schemars(length(equal = 2))]
    keys: Vec<JoinKey>,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct JoinKey {
    label: String,
    property: String,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Middleware::x_validations)]
#[x_validation(rule = "self.kind in ['map', 'unwind'] && self.name != ''", message = "kinds")]
pub struct Middleware {
    kind: String,
    #[schemars(length(max = 63))]
    name: String,
    #[serde(flatten)]
    config: Map<String, Value>,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct View {
    enabled: bool,
    retention_policy: Retention,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schemars(transform = Retention::x_validations)]
#[x_validation(rule = "!has(self.expire) || self.expire.afterSeconds > 0", message = "expires")]
pub enum Retention {
    Latest {},
    All {},
    Expire { after_seconds: u64 },
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum ConfigValue {
    Secret { secret: SecretRef },
    Inline { value: String },
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct SecretRef {
    name: String,
    key: String,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
pub struct QueryStatus {
    hosts: Option<BTreeMap<String, String>>,
    error: Option<String>,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<ContinuousQuery>();
    let spec = json!({
        "mode": "filter", "queryLanguage": "GQL", "query": "MATCH (n) RETURN n", "storageProfile": "s",
        "sources": {
            "subscriptions": [{ "id": "a", "nodes": [{ "sourceLabel": "n" }], "pipeline": ["m"] }, { "id": "b" }],
            "joins": [{ "id": "j", "keys": [{ "label": "l", "property": "p" }, { "label": "m", "property": "q" }] }],
            "middleware": [{ "kind": "map", "name": "m", "n": { "insert": [1] } }],
        },
        "view": { "enabled": true, "retentionPolicy": { "expire": { "afterSeconds": 5 } } },
        "properties": { "a": { "value": "v" }, "b": { "secret": { "name": "n", "key": "k" } } },
        "annotations": { "x": "y" },
    });
    vec![
        Crd::of::<ContinuousQuery>([json!({ "spec": spec, "status": { "hosts": { "a": "b" } } })])
            .create(json!({ "/spec/query": "" }))
            .create(json!({ "/spec/sources/middleware/0/kind": "x", "/spec/sources/subscriptions/1/pipeline": ["q"] }))
            .create(json!({ "/spec/view/retentionPolicy/expire/afterSeconds": 0 }))
            .create(json!({ "/spec/properties/a/secret": { "name": "n", "key": "k" } }))
            .update(json!({}), json!({ "/spec/sources/subscriptions/0/nodes": [] })),
    ]
}
