//! Backups of volumes into stores: an enum with data, a schedule, what to keep.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::{LocalObjectReference, SecretKeySelector};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "backup.example.dev",
    version = "v1",
    kind = "BackupPlan",
    namespaced,
    status = "BackupPlanStatus"
)]
#[kube(validation = "self.metadata.name.size() <= 52")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = BackupPlanSpec::x_validations)]
#[x_validation(
    rule = "self.retention.keepDaily + self.retention.?keepWeekly.orValue(0) > 0",
    message = "nothing is kept"
)]
#[x_validation(rule = "self.store == oldSelf.store", message = "the store is fixed", field_path = ".store")]
#[x_validation(
    rule = "!has(self.encryption) || self.encryption.key.name != '' && self.encryption.key.key != ''"
)]
pub struct BackupPlanSpec {
    #[schemars(length(max = 64))]
    #[x_validation(rule = "self.split(' ').size() == 5", message = "five fields")]
    schedule: String,
    store: Store,
    retention: Retention,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encryption: Option<Encryption>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    suspend: bool,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Store::x_validations)]
#[x_validation(rule = "has(self.s3) || has(self.volume)", message = "a store")]
pub enum Store {
    #[serde(rename_all = "camelCase")]
    S3 {
        bucket: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        region: Option<String>,
        credentials: LocalObjectReference,
    },
    Volume(VolumeStore),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = VolumeStore::x_validations)]
pub struct VolumeStore {
    claim_name: String,
    #[serde(default = "root")]
    #[x_validation(rule = "self.startsWith('/')", message = "an absolute path")]
    path: String,
}

fn root() -> String {
    "/".to_owned()
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = Retention::x_validations)]
#[x_validation(rule = "self.keepDaily <= 31", field_path = ".keepDaily", reason = "FieldValueForbidden")]
pub struct Retention {
    keep_daily: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    keep_weekly: Option<u32>,
}

impl Default for Retention {
    fn default() -> Self {
        Retention { keep_daily: 7, keep_weekly: None }
    }
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Encryption {
    key: SecretKeySelector,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = BackupPlanStatus::x_validations)]
pub struct BackupPlanStatus {
    #[x_validation(rule = "self >= oldSelf", message = "counts up")]
    succeeded: i64,
    phase: Phase,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
pub enum Phase {
    #[default]
    Waiting,
    Running,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<BackupPlan>();
    let spec = json!({
        "schedule": "0 3 * * *", "store": { "s3": { "bucket": "b", "credentials": { "name": "c" } } },
        "retention": { "keepDaily": 7 }, "encryption": { "key": { "name": "k", "key": "x" } },
    });
    let volume = json!({ "schedule": "0 3 * * 1", "store": { "volume": { "claimName": "c", "path": "/x" } }, "retention": {} });
    vec![
        Crd::of::<BackupPlan>([
            json!({ "spec": spec, "status": { "succeeded": 3 } }),
            json!({ "spec": volume }),
        ])
        .create(json!({ "/spec/schedule": "daily" }))
        .create(json!({ "/spec/retention": { "keepDaily": 0 } }))
        .update(json!({}), json!({ "/spec/store/s3/bucket": "other" }))
        .update(json!({}), json!({ "/spec/store": { "volume": { "claimName": "c", "path": "x" } } }))
        .update_status(json!({}), json!({ "/status/succeeded": 2 })),
    ]
}
