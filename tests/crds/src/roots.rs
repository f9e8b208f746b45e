//! Rules on whole resources: names, statuses, and the attributes of `kube`.

use crate::Crd;
use cel_runtime::XValidation;
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Shard", namespaced)]
#[kube(validation = "self.metadata.name.size() <= 12")]
#[kube(validation = ("self.metadata.name.startsWith(self.spec.zone)", "named for the zone"))]
#[kube(validation = Rule::new("!has(self.metadata.generateName) || self.metadata.name.startsWith(self.metadata.generateName)")
    .message(Message::Expression("'made of ' + self.metadata.generateName".into())).reason(Reason::FieldValueForbidden))]
#[kube(validation = kube::core::Rule::new("self.spec.zone == oldSelf.spec.zone").message("zones stay").field_path(".spec.zone"))]
#[kube(validation = Rule::new("!oldSelf.hasValue() || self.metadata.name == oldSelf.value().metadata.name")
    .message("names stay").optional_old_self(true))]
#[kube(validation = "self.apiVersion == 'example.dev/v1' && self.kind == 'Shard'")]
#[kube(validation = Rule::new("self.spec.size < 10").message(Message::Message("small".to_string())))]
#[schemars(transform = ShardSpec::x_validations)]
#[x_validation(rule = "self.size != 7", message = "not seven")]
pub struct ShardSpec {
    #[schemars(length(max = 16))]
    zone: String,
    #[x_validation(rule = "self != 8")]
    size: i64,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Job", namespaced, status = "JobStatus")]
#[kube(validation = Rule::new("!has(self.status) || self.status.ready <= self.spec.size")
    .message(Message::Expression("'%d are ready'.format([self.status.ready])".into())).field_path(".status.ready"))]
#[kube(validation = Rule::new("!has(oldSelf.status) || has(self.status)").message("a status stays"))]
#[schemars(transform = JobSpec::x_validations)]
pub struct JobSpec {
    #[x_validation(rule = "self > 0", message = "some")]
    size: i64,
    paused: bool,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = JobStatus::x_validations)]
#[x_validation(rule = "self.ready >= oldSelf.ready || self.phase == 'Lost'", message = "ready jobs stay")]
#[x_validation(
    rule = "self.phase != oldSelf.phase || self.ready == oldSelf.ready",
    message = "a phase for each number"
)]
pub struct JobStatus {
    #[x_validation(rule = "self >= 0")]
    ready: i64,
    #[schemars(length(max = 20))]
    #[x_validation(rule = "self != 'New'", reason = "FieldValueForbidden", message = "new is old")]
    phase: String,
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["type"]))]
    conditions: Vec<self::Condition>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Condition::x_validations)]
#[x_validation(rule = "self.status != oldSelf.status || self.since == oldSelf.since", message = "since when")]
pub struct Condition {
    #[schemars(length(max = 20))]
    r#type: String,
    status: bool,
    #[x_validation(rule = "self > 0")]
    since: i64,
}

/// Cluster-scoped, with kube's attributes on the spec, and a status that is no resource of its own.
#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Disk")]
#[x_validation(rule = "self.size % 2 == 0", message = "odd")]
#[x_kube(validation = ("self.size > 0", "some"))]
#[x_kube(validation = "self.size != 6")]
#[x_kube(validation = Rule::new("self.size >= oldSelf.size").message("sizes only grow").field_path(".size"))]
#[x_kube(validation = Rule::new("self.class != ''").reason(Reason::FieldValueRequired))]
#[schemars(transform = DiskSpec::x_validations)]
pub struct DiskSpec {
    size: i64,
    #[schemars(length(max = 20))]
    class: String,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![shards(), jobs(), disks()]
}

fn shards() -> Crd {
    let shard = |zone: &str, size: i64| json!({"spec": {"zone": zone, "size": size}});
    let named = |name: &str| json!({"/metadata/name": name});
    Crd::of::<Shard>([shard("object", 3), shard("obj", 4), shard("", 5)])
        .create(named("a"))
        .create(named("object-of-a-long-name"))
        .create(json!({"/metadata": {"name": "object-x", "generateName": "y"}}))
        .create(json!({"/metadata": {"name": "object-x", "generateName": "object-"}, "/spec/size": 10}))
        .create(json!({"/metadata": {"generateName": "object-"}, "/spec/size": 3}))
        .create(json!({"/metadata": {"generateName": "other-"}, "/spec/size": 7}))
        .create(json!({"/metadata": {"name": "object-1", "labels": {"a": "b"}}, "/spec/size": 8}))
        .update(named("b"), json!({"/spec/size": 4}))
        .update(json!({"/metadata/name": "b-12345678901"}), json!({}))
        .update(json!({"/spec/size": 12}), json!({}))
        .update(json!({"/spec/size": 7}), json!({}))
        .update(json!({"/spec/size": 8}), json!({"/spec/zone": "o"}))
        .update(json!({}), json!({"/spec/zone": "x"}))
        .update(json!({}), json!({"/metadata/labels": {"c": "d"}, "/spec/size": 11}))
}

fn jobs() -> Crd {
    let condition = |kind: &str, since: i64| json!({"type": kind, "status": true, "since": since});
    let job = |size: i64, ready: i64, phase: &str| {
        json!({
            "spec": {"size": size, "paused": false},
            "status": {"ready": ready, "phase": phase, "conditions": [condition("A", 1), condition("B", 2)]},
        })
    };
    Crd::of::<Job>([
        job(5, 2, "Busy"),
        json!({"spec": {"size": 1, "paused": true}}),
        job(9, 9, "Done"),
        job(2, 0, "Lost"),
    ])
    .create(json!({"/status/ready": 9, "/spec/size": 0}))
    .create(json!({}))
    .update(json!({}), json!({"/spec/size": 1, "/status/ready": 0}))
    .update(json!({}), json!({"/status": null, "/spec/paused": true}))
    .update(json!({"/status/phase": "New", "/status/ready": 5}), json!({"/spec/size": 4}))
    .update_status(json!({}), json!({"/status/ready": 3}))
    .update_status(json!({}), json!({"/status/ready": 1, "/status/phase": "Lost"}))
    .update_status(json!({}), json!({"/status/ready": 1, "/status/phase": "Late"}))
    .update_status(json!({}), json!({"/status/ready": 6, "/status/phase": "New"}))
    .update_status(json!({}), json!({"/status/ready": -1, "/status/phase": "New"}))
    .update_status(json!({}), json!({"/status": null}))
    .update_status(
        json!({"/status": null}),
        json!({"/status": {"ready": -1, "phase": "New", "conditions": []}}),
    )
    .update_status(json!({}), json!({"/spec/size": 0, "/status/phase": "Idle"}))
    .update_status(json!({"/spec/size": 0, "/status/ready": 0}), json!({}))
    .update_status(
        json!({}),
        json!({"/status/conditions": [condition("B", 3), condition("A", 1), condition("C", 0)]}),
    )
    .update_status(json!({"/status/phase": "New", "/status/ready": -1}), json!({"/status/conditions": []}))
}

fn disks() -> Crd {
    let disk = |size: i64, class: &str| json!({"spec": {"size": size, "class": class}});
    Crd::of::<Disk>([disk(2, "a"), disk(8, "b"), disk(100, "c")])
        .create(json!({"/spec/size": 6, "/spec/class": ""}))
        .create(json!({"/spec/size": -1}))
        .update(json!({"/spec/size": 5}), json!({}))
        .update(json!({"/spec/size": 6}), json!({"/spec/size": 4, "/spec/class": ""}))
        .update(json!({"/spec/class": ""}), json!({}))
}
