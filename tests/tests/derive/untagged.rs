//! Untagged enums whose variants have properties of the same name.

#![deny(warnings)]
#![allow(unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const MAX: u32 = 9;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Image", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ImageSpec::x_validations)]
#[x_validation(rule = "self.image.version != ''", message = "a version")]
#[x_validation(rule = "!has(self.image.tags) || self.image.tags.all(t, t.size() < 4)")]
#[x_validation(rule = "self.image.?part.?x.orValue(1) > 0")]
#[x_validation(
    rule = "self.image == oldSelf.image || self.image.version != 'same'",
    message = "equal images"
)]
#[x_validation(rule = "self.images.exists(i, i.version == self.image.version)", message = "known")]
#[x_validation(rule = "self.version != 'flat' && (!has(self.size) || self.size > 1)")]
#[x_validation(rule = "dyn(self.image).version != 'dyn' && dyn(self).image.size() > 1", message = "dyn")]
pub struct ImageSpec {
    #[x_validation(rule = "self.version != 'field'")]
    image: Sel,
    other: Sel,
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["version"]))]
    #[x_validation(items(rule = "self.version != 'item' && self.version == oldSelf.version"))]
    images: Vec<Sel>,
    #[serde(flatten)]
    flat: Sel,
    port: Port,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maybe: Option<Mixed>,
}

/// Newtype variants.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Sel {
    A(A),
    B(B),
    C(Box<C>),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct A {
    #[schemars(length(max = 9))]
    version: String,
    a: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 3), inner(length(max = MAX)))]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    labels: BTreeMap<String, i64>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct B {
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 9))]
    version: String,
    #[schemars(length(max = 3), inner(length(max = MAX)))]
    tags: Vec<String>,
    part: Option<Part>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct C {
    #[schemars(length(max = 9))]
    version: String,
    size: i64,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Part::x_validations)]
#[x_validation(rule = "self.x != 7")]
pub struct Part {
    x: i64,
}

/// Struct variants.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged, deny_unknown_fields, rename_all_fields = "camelCase")]
#[schemars(transform = Port::x_validations)]
#[x_validation(rule = "self.inner > 0 && (!has(self.more) || self.more != '')")]
#[x_validation(rule = "!has(self.maybeNot) || self.maybeNot < 5 || self.inner < 5")]
pub enum Port {
    A {
        #[x_validation(rule = "self != 2")]
        inner: i64,
        more: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        maybe_not: Option<i64>,
    },
    B {
        #[x_validation(rule = "self != 3")]
        inner: i64,
        maybe_not: Option<i64>,
        parts: Vec<Part>,
    },
    C {
        inner: i64,
    },
}

/// Both.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged, deny_unknown_fields)]
#[schemars(transform = Mixed::x_validations)]
#[x_validation(rule = "self.version.startsWith('v')", message = "v")]
pub enum Mixed {
    C(C),
    D {
        #[schemars(length(max = 9))]
        version: String,
    },
}

fn image(change: Value) -> Value {
    let mut spec = json!({
        "image": {"version": "v1", "a": 1, "tags": ["x"], "labels": {"a": 1}},
        "other": {"version": "v1", "tags": [], "part": null},
        "images": [{"version": "v1", "size": 2}, {"version": "v2", "tags": ["long-tag"], "part": {"x": 7}}],
        "version": "v3", "size": 5,
        "port": {"inner": 6, "more": "m", "maybeNot": 3},
        "maybe": {"version": "v1"},
    });
    spec.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    json!({ "apiVersion": "example.dev/v1", "kind": "Image", "metadata": {"name": "i"}, "spec": spec })
}

#[test]
fn shared_properties_have_the_servers_answers() {
    let images = [
        json!({"version": "v1", "tags": ["y"], "part": {"x": 0}}),
        json!({"version": "v1", "tags": ["long-tag"], "part": {"x": 7}}),
        json!({"version": "field", "tags": [], "part": null}),
        json!({"version": "same", "size": 3}),
        json!({"version": "dyn", "size": 3}),
        json!({"version": "", "size": 3}),
        json!({"version": "v2", "a": 1, "part": {"x": 1}, "labels": {}}),
    ];
    let ports = [
        json!({"inner": 2, "more": ""}),
        json!({"inner": 3, "maybeNot": null, "parts": [{"x": 7}]}),
        json!({"inner": 9, "maybeNot": 9, "parts": []}),
        json!({"inner": 2, "maybeNot": 2, "parts": []}),
        json!({"inner": 0}),
    ];
    let mut changes = vec![json!({})];
    for (n, new) in images.iter().enumerate() {
        changes.push(json!({ "image": new, "port": ports[n % 5] }));
        changes.push(json!({ "image": new, "other": new, "images": [new, {"version": "item", "size": 1}] }));
        changes.push(json!({ "other": new, "maybe": {"version": "w", "size": n} }));
    }
    changes.push(json!({ "version": "flat", "size": 1, "maybe": {"version": "x"} }));
    let objects: Vec<Value> = changes.into_iter().map(image).collect();
    let creates = objects.iter().map(|object| (object.clone(), None));
    let updates = (1..objects.len()).step_by(4).flat_map(|by| {
        let pairs = objects.iter().zip(objects.iter().cycle().skip(by));
        pairs.map(|(new, old)| (new.clone(), Some(old.clone())))
    });
    let cases: Vec<_> = creates.chain(updates).collect();
    compare_roots::<Image>("untagged", &cases);
}

#[test]
fn shared_properties_are_one_property_of_the_crd() {
    // All is the same, but the server wants the key of a list to be required, which no property of several variants is.
    let refusal = std::panic::catch_unwind(assert_matches_crd::<Image>).unwrap_err();
    assert_eq!(
        refusal.downcast_ref::<String>().unwrap(),
        "the API server refuses the CRD: spec.validation.openAPIV3Schema.properties[spec].properties[images].items.properties[version].default: \
         this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property"
    );
}
