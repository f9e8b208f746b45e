//! Rules in kube's attributes: on the root of a custom resource, and on types beside `KubeSchema`.

#![deny(warnings)]
#![allow(unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Shard", namespaced, status = "ShardStatus")]
#[kube(validation = "has(self.metadata.name) && self.metadata.name.size() <= 12")]
#[kube(validation = ("self.metadata.name.startsWith(self.spec.zone)", "named for the zone"))]
#[kube(validation = Rule::new("!has(self.status) || self.status.ready <= self.spec.size")
    .message(Message::Expression("'%d are ready'.format([self.status.ready])".into()))
    .field_path(".status.ready").reason(Reason::FieldValueForbidden))]
#[kube(validation = kube::core::Rule::new("self.spec.zone == oldSelf.spec.zone").message("zones stay"))]
#[kube(validation = Rule::new("!oldSelf.hasValue() || self.metadata == oldSelf.value().metadata")
    .message("metadata stays").optional_old_self(true))]
#[kube(validation = Rule::new("self != oldSelf").message("nothing changed"))]
#[kube(validation = "self.apiVersion == 'example.dev/v1' && self.kind == 'Shard'")]
#[kube(validation = "!has(self.metadata.generateName) || self.metadata.generateName.size() > 2")]
#[kube(validation = ("dyn(self).size() == 5 || dyn(self.metadata).size() <= 2", "too much of it"))]
#[kube(validation = "!has(self.metadata.name) || dyn(self.metadata)['name'] == dyn(self).metadata.name")]
#[kube(validation = Rule::new("self.spec.size < 10").message(Message::Message("small".to_string())))]
#[schemars(transform = ShardSpec::x_validations)]
#[x_validation(rule = "self.size != 7", message = "not seven")]
#[x_kube(validation = ("self.size > 0", "some"))]
#[x_kube(validation = Rule::new("self.size >= oldSelf.size").message("sizes only grow").field_path(".size"))]
pub struct ShardSpec {
    #[schemars(length(max = 16))]
    pub zone: String,
    #[x_validation(rule = "self != 8")]
    pub size: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct ShardStatus {
    pub ready: i64,
}

fn shard(metadata: Value, spec: Value, ready: Option<i64>) -> Value {
    let status = ready.map(|ready| json!({ "ready": ready }));
    json!({ "apiVersion": "example.dev/v1", "kind": "Shard", "metadata": metadata, "spec": spec, "status": status })
}

#[test]
fn roots_have_the_servers_answers() {
    let metadata = [
        json!({ "name": "a" }),
        json!({ "name": "a-far-too-long-name" }),
        json!({ "name": "a", "generateName": "x" }),
        json!({ "generateName": "abc-" }),
        json!({}),
        json!({ "name": "a", "labels": {"a": "b"} }),
        json!({ "name": "a", "labels": {"a": "c"}, "uid": "u" }),
        json!({ "name": "a", "namespace": "default", "uid": "u", "generation": 2 }),
    ];
    let specs = [
        json!({ "zone": "a", "size": 3 }),
        json!({ "zone": "b", "size": 0 }),
        json!({ "zone": "a", "size": 7 }),
        json!({ "zone": "a", "size": 8 }),
        json!({ "zone": "", "size": 40 }),
    ];
    let objects: Vec<Value> = metadata
        .iter()
        .flat_map(|metadata| specs.iter().map(move |spec| (metadata, spec)))
        .flat_map(|(metadata, spec)| {
            [None, Some(5)].map(|ready| shard(metadata.clone(), spec.clone(), ready))
        })
        .collect();
    let creates = objects.iter().map(|object| (object.clone(), None));
    let updates = (1..objects.len()).flat_map(|by| {
        let pairs = objects.iter().zip(objects.iter().cycle().skip(by * by % objects.len()));
        pairs.map(|(new, old)| (new.clone(), Some(old.clone()))).skip(by % 31).step_by(31)
    });
    let cases: Vec<_> = creates.chain(updates).collect();
    compare_roots::<Shard>("roots", &cases);
}

/// A spec is judged as that of a resource, or by itself.
#[test]
fn a_spec_is_judged_in_its_resource() {
    let spec = |size| ShardSpec { zone: "b".to_owned(), size };
    let texts = |errors: cel_runtime::ErrorList| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        texts(spec(8).x_validate_as("a").unwrap_err()),
        ["<nil>: Invalid value: named for the zone", "spec.size: Invalid value: 8: failed rule: self != 8"]
    );
    assert_eq!(texts(spec(8).x_validate().unwrap_err()), ["size: Invalid value: 8: failed rule: self != 8"]);
    let errors = spec(3).x_validate_update_as(&spec(5), "b").unwrap_err();
    assert_eq!(texts(errors), ["spec.size: Invalid value: sizes only grow"]);
    assert!(spec(5).x_validate_update_as(&spec(3), "b").unwrap().is_empty());
}

#[test]
fn all_rules_in_the_crd_are_compiled() {
    assert_matches_crd::<Shard>();
}
