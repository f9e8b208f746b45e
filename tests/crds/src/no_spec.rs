//! Resources without `spec`: the properties of the type, and the rules on it, are those of the whole resource.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Bucket", namespaced, no_spec, status = "BucketStatus")]
#[kube(validation = ("self.metadata.name.startsWith(self.zone)", "named for the zone"))]
#[kube(validation = Rule::new("!has(self.status) || self.status.used <= self.size").field_path(".status.used"))]
#[kube(validation = Rule::new("self == oldSelf || self.size >= oldSelf.size").message("buckets only grow"))]
#[schemars(transform = BucketFields::x_validations)]
#[x_validation(rule = "self.size != 7", message = "not seven", field_path = ".size")]
#[x_validation(
    rule = "self.zone == oldSelf.zone",
    message_expression = "'%s stays'.format([oldSelf.zone])",
    reason = "FieldValueForbidden"
)]
#[x_validation(rule = "self.owners.all(o, o.name != self.zone)")]
pub struct BucketFields {
    #[schemars(length(max = ZONE_LENGTH))]
    zone: String,
    #[x_validation(rule = "self != 8")]
    size: i64,
    #[schemars(length(max = 4), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    owners: Vec<Owner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<Owner>,
}

const ZONE_LENGTH: u64 = 12;

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Owner::x_validations)]
#[x_validation(rule = "self.share >= oldSelf.share", message = "shares only grow")]
pub struct Owner {
    #[schemars(length(max = 12))]
    name: String,
    #[x_validation(rule = "self > 0")]
    share: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = BucketStatus::x_validations)]
#[x_validation(rule = "self.used >= 0", message = "used twice")]
pub struct BucketStatus {
    used: i64,
}

/// Without a status and without rules of kube's, around a flattened type.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Tray", no_spec)]
#[schemars(transform = TrayFields::x_validations)]
pub struct TrayFields {
    #[serde(flatten)]
    limits: Limits,
    rules: i64,
    children: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Limits::x_validations)]
#[x_validation(rule = "self.min <= self.max", message = "in order", field_path = ".min")]
pub struct Limits {
    #[x_validation(rule = "self >= oldSelf || self == 0")]
    min: i64,
    max: i64,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![buckets(), trays()]
}

fn buckets() -> Crd {
    let owner = |name: &str, share: i64| json!({"name": name, "share": share});
    let bucket = |zone: &str, size: i64, used: i64| {
        json!({
            "zone": zone, "size": size, "owners": [owner("a", 1), owner("b", 2)], "first": owner("c", 3),
            "status": {"used": used},
        })
    };
    Crd::of::<Bucket>([bucket("object", 3, 1), bucket("obj", 4, 4), bucket("", 9, 0)])
        .create(json!({"/size": 7}))
        .create(json!({"/size": 8, "/zone": "a"}))
        .create(json!({"/status/used": 9}))
        .create(json!({"/owners/0/share": 0, "/first/share": -1}))
        .update(json!({}), json!({"/size": 2}))
        .update(json!({}), json!({"/zone": "obj", "/size": 7}))
        .update(json!({"/size": 7}), json!({"/metadata/labels": {"a": "b"}}))
        .update(json!({"/size": 8}), json!({}))
        .update(json!({}), json!({"/owners": [owner("b", 1), owner("a", 1)], "/first/share": 2}))
        .update(json!({"/zone": "a"}), json!({"/first": null}))
        .update_status(json!({}), json!({"/status/used": 9}))
        .update_status(json!({}), json!({"/status/used": -1}))
        .update_status(json!({"/size": 7}), json!({"/status/used": 2, "/size": 9}))
}

fn trays() -> Crd {
    let tray = |min: i64, max: i64| json!({"min": min, "max": max, "rules": 1, "children": 2});
    Crd::of::<Tray>([tray(1, 2), tray(0, 0), tray(5, 9)])
        .create(json!({"/min": 3}))
        .update(json!({}), json!({"/min": -1}))
        .update(json!({"/max": 0}), json!({"/rules": 4}))
        .update(json!({"/max": 0}), json!({"/min": 4}))
}
