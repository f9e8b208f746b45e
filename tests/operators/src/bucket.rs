//! Buckets and their users: quantities, addresses of types of other crates, a list with keys through `extend`.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, apis::meta::v1::Condition};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tests_crds::Crd;
use url::Url;
use uuid::Uuid;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "storage.example.dev", version = "v1", kind = "Bucket", namespaced, status = "BucketStatus")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = BucketSpec::x_validations)]
#[x_validation(rule = "quantity(self.soft).compareTo(quantity(self.hard)) <= 0", message = "soft above hard")]
#[x_validation(rule = "!oldSelf.locked || self.locked", message = "a lock stays")]
#[x_validation(rule = "self.owner == oldSelf.owner", field_path = ".owner", reason = "FieldValueForbidden")]
pub struct BucketSpec {
    soft: Quantity,
    hard: Quantity,
    #[x_validation(rule = "url(self).getScheme() == 'https'", message = "not https")]
    #[schemars(length(max = 200))]
    endpoint: Url,
    owner: Uuid,
    #[serde(default)]
    locked: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["user"]))]
    #[x_validation(items(
        rule = "self.mode == oldSelf.mode || self.mode != 'admin'",
        message = "no promotion"
    ))]
    grants: Vec<Grant>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Grant {
    #[schemars(length(max = 63))]
    user: String,
    #[serde(default)]
    mode: Mode,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    #[default]
    Read,
    Write,
    Admin,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = BucketStatus::x_validations)]
#[x_validation(rule = "self.conditions.all(c, c.type != '')")]
pub struct BucketStatus {
    #[schemars(length(max = 8))]
    conditions: Vec<Condition>,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Bucket>();
    let spec = json!({
        "soft": "1Gi", "hard": "2Gi", "endpoint": "https://s.example.dev/x", "owner": "a0000000-0000-4000-8000-000000000000",
        "locked": true, "grants": [{ "user": "a", "mode": "read" }, { "user": "b" }],
    });
    vec![
        Crd::of::<Bucket>([json!({ "spec": spec })])
            .create(json!({ "/spec/soft": "3Gi" }))
            .create(json!({ "/spec/endpoint": "http://x/" }))
            .update(json!({}), json!({ "/spec/locked": false }))
            .update(json!({}), json!({ "/spec/grants": [{ "user": "b", "mode": "admin" }, { "user": "a" }] }))
            .update(json!({}), json!({ "/spec/owner": "b0000000-0000-4000-8000-000000000000" })),
    ]
}
