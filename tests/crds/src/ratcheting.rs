//! Failures that an update finds and leaves alone: what becomes a warning, and what never does.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Relic", namespaced)]
#[schemars(transform = RelicSpec::x_validations)]
#[x_validation(rule = "self.age < 100", message = "ancient", field_path = ".age")]
#[x_validation(rule = "self.parts[0].mass > 0", message = "the first part")]
#[x_validation(rule = "oldSelf.age <= self.age", message = "ages rise")]
pub struct RelicSpec {
    #[x_validation(
        rule = "self != 13",
        message_expression = "'%d years'.format([self])",
        reason = "FieldValueForbidden"
    )]
    age: i64,
    #[schemars(length(max = 20))]
    #[x_validation(rule = "self.matches('^[a-z]*$')", reason = "FieldValueDuplicate")]
    name: String,
    #[schemars(length(max = 6))]
    #[x_validation(rule = "self.size() != 3", message = "three")]
    parts: Vec<Part>,
    #[schemars(length(max = 6), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["id"]))]
    #[x_validation(rule = "self.all(p, p.mass < 50)", message = "heavy")]
    keyed: Vec<Keyed>,
    #[schemars(extend("maxProperties" = 6))]
    #[x_validation(rule = "!('bad' in self)", message = "a bad key", reason = "FieldValueRequired")]
    #[x_validation(values(rule = "self.mass != 7", message = "seven", field_path = ".mass"))]
    named: BTreeMap<String, Part>,
    owner: Option<Owner>,
    #[schemars(extend("maxProperties" = 4))]
    #[x_validation(values(rule = "self / 0 == 1 || self > 3", message = "small"))]
    ratios: BTreeMap<String, i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Part::x_validations)]
#[x_validation(rule = "self.mass >= 0", message = "negative")]
pub struct Part {
    mass: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Keyed::x_validations)]
#[x_validation(rule = "self.mass > self.id", message_expression = "'%d of %d'.format([self.mass, self.id])")]
pub struct Keyed {
    id: i64,
    #[x_validation(rule = "self != 5")]
    mass: i64,
}

/// One that keeps what it does not know is never unchanged, but what is below it may be.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Owner::x_validations)]
#[x_validation(rule = "self.id != 9", message = "nine")]
pub struct Owner {
    #[x_validation(rule = "self != 9", message = "also nine")]
    id: i64,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

pub(crate) fn crds() -> Vec<Crd> {
    let relic = |age: i64, name: &str| {
        json!({"spec": {
            "age": age, "name": name, "parts": [{"mass": 1}, {"mass": 2}],
            "keyed": [{"id": 1, "mass": 2}, {"id": 2, "mass": 8}], "named": {"a": {"mass": 1}, "b": {"mass": 3}},
            "owner": {"id": 1, "more": [1, {"a": 2}]}, "ratios": {"r": 4},
        }})
    };
    let mut plain = relic(20, "");
    plain["spec"]["owner"] = json!({"id": 2});
    plain["spec"]["keyed"] = json!([]);
    let mut lonely = relic(40, "xyz");
    lonely["spec"]["owner"] = Value::Null;
    let bad =
        json!({"/spec/age": 113, "/spec/name": "A", "/spec/parts": [{"mass": 0}, {"mass": -1}, {"mass": 1}]});
    let keyed = |ids: &[i64]| ids.iter().map(|id| json!({"id": id, "mass": 5})).collect::<Value>();
    let crd = Crd::of::<Relic>([relic(1, "a"), plain, lonely])
        .create(bad.clone())
        .create(json!({"/spec/keyed": keyed(&[1, 5, 6]), "/spec/named": {"bad": {"mass": 7}}, "/spec/owner/id": 9}))
        .update(bad.clone(), json!({}))
        .update(bad.clone(), json!({"/spec/age": 112}))
        .update(bad.clone(), json!({"/spec/age": 114}))
        .update(bad.clone(), json!({"/spec/name": "a", "/spec/parts": [{"mass": 0}, {"mass": -1}]}))
        .update(bad, json!({"/spec/parts": [{"mass": -1}, {"mass": 0}, {"mass": 1}]}));
    let crd = crd
        .update(json!({"/spec/keyed": keyed(&[1, 5])}), json!({"/spec/keyed": keyed(&[5, 1])}))
        .update(json!({"/spec/keyed": keyed(&[1, 5])}), json!({"/spec/keyed": keyed(&[5, 6])}))
        .update(json!({"/spec/keyed/0/mass": 60}), json!({"/spec/keyed/1/mass": 5}))
        .update(json!({"/spec/named": {"bad": {"mass": 7}}}), json!({}))
        .update(json!({"/spec/named": {"bad": {"mass": 7}}}), json!({"/spec/named/good": {"mass": 7}}))
        .update(json!({"/spec/named": {"bad": {"mass": 7}}}), json!({"/spec/named/bad/mass": -7}))
        .update(json!({"/spec/parts": []}), json!({}))
        .update(json!({"/spec/owner/id": 9}), json!({}))
        .update(json!({"/spec/owner": {"id": 9}}), json!({}))
        .update(json!({"/spec/owner": {"id": 9}}), json!({"/spec/owner/other": 1}))
        .update(json!({"/spec/owner": null}), json!({"/spec/owner": {"id": 9}}))
        .update(json!({"/spec/ratios": {"r": 1}}), json!({}));
    vec![crd]
}
