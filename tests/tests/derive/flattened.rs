//! Highest costs of rules of flattened types, in the CRD that kube makes of them.

#![deny(warnings)]
#![allow(unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::costs::compare;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const MAX_WHEELS: u32 = 6;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Mill", namespaced, status = "MillStatus")]
#[kube(validation = "self.spec.floor.size() + self.spec.words.size() < 30")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = MillSpec::x_validations)]
#[x_validation(
    rule = "self.words.all(w, w != self.floor) && (!has(self.wind) || self.wind.sails > 1)",
    message_expression = "self.floor + ' is no word'"
)]
#[x_validation(rule = "self.wheels.all(w, self.wheels.exists(v, v.name != w.name && has(v.size)))")]
pub struct MillSpec {
    #[serde(flatten)]
    limits: Limits,
    #[serde(flatten)]
    power: Power,
    #[schemars(length(max = MAX_WHEELS))]
    #[x_validation(items(rule = "self.name != 'x' && (!has(self.size) || self.size > 1)"))]
    wheels: Vec<Wheel>,
    #[schemars(extend("maxProperties" = 5))]
    by_name: BTreeMap<String, Few>,
    #[schemars(extend("maxProperties" = 3))]
    powers: BTreeMap<String, Station>,
    maybe: Option<Box<Wheel>>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Few(#[schemars(length(max = 11))] Vec<Wheel>);

/// Flattened, around a flattened type.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Limits::x_validations)]
#[x_validation(rule = "self.min <= self.max && self.words.exists(w, w.contains(self.floor))")]
#[x_validation(rule = "self == oldSelf || self.min != 7")]
pub struct Limits {
    min: i64,
    #[x_validation(rule = "self >= oldSelf")]
    max: i64,
    #[serde(flatten)]
    deep: Deep,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Deep::x_validations)]
#[x_validation(rule = "self.words.join(',').startsWith('a')")]
pub struct Deep {
    #[schemars(length(max = 40))]
    #[x_validation(rule = "self.split('-').all(p, p.size() > 1)")]
    floor: String,
    #[schemars(length(max = 8), inner(length(max = 20)))]
    #[x_validation(items(rule = "self.matches('^[a-z]*$')"))]
    words: Vec<String>,
}

/// Externally tagged.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Power::x_validations)]
pub enum Power {
    Wind(Wind),
    Water {
        #[schemars(length(max = 12))]
        #[x_validation(rule = "self.startsWith('river')")]
        river: String,
        #[schemars(length(max = 4))]
        depths: Vec<i64>,
    },
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Wind::x_validations)]
#[x_validation(rule = "self.sails % 2 == 0 && self.cloth.lowerAscii() == self.cloth")]
pub struct Wind {
    sails: i64,
    #[schemars(length(max = 30))]
    cloth: String,
}

/// Around a flattened untagged enum.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Wheel::x_validations)]
#[x_validation(rule = "!has(self.teeth) || self.teeth.all(t, t != self.name)")]
pub struct Wheel {
    #[serde(flatten)]
    gear: Gear,
    #[schemars(length(max = 4), inner(length(max = 10)))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[x_validation(items(rule = "self.upperAscii() != self"))]
    teeth: Vec<String>,
}

/// With a property that all variants have.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
#[schemars(transform = Gear::x_validations)]
#[x_validation(rule = "self.name.size() < 9 && (!has(self.note) || self.note.contains(self.name))")]
pub enum Gear {
    Round {
        #[schemars(length(max = 9))]
        name: String,
        size: i64,
    },
    Noted {
        #[schemars(length(max = 9))]
        name: String,
        #[schemars(length(max = 100))]
        #[x_validation(rule = "self.replace('a', 'bc') != 'bc'")]
        note: String,
    },
}

/// Around a flattened enum that is externally tagged, as the value of a map.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Station::x_validations)]
#[x_validation(rule = "has(self.wind) || self.water.depths.sum() > self.at")]
pub struct Station {
    at: i64,
    #[serde(flatten)]
    power: Power,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = MillStatus::x_validations)]
#[x_validation(rule = "self.floor != '' && self.at > 0")]
pub struct MillStatus {
    #[serde(flatten)]
    deep: Option<Deep>,
    #[schemars(length(max = 7))]
    stations: Vec<Station>,
    at: i64,
}

/// Everything is on the root.
#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Barn", no_spec)]
#[kube(validation = "self.metadata.name != self.floor")]
#[schemars(transform = BarnFields::x_validations)]
#[x_validation(rule = "self.wheels.exists(w, w.name == self.floor) || has(self.wind)")]
pub struct BarnFields {
    #[serde(flatten)]
    limits: Limits,
    #[serde(flatten)]
    power: Power,
    #[schemars(length(max = MAX_WHEELS))]
    wheels: Vec<Wheel>,
}

#[test]
fn estimates_are_the_servers() {
    let schema = |crd: &_| cel_runtime::__private::schema_in_crd(crd);
    compare("costs_flattened_spec", schema(&Mill::crd()), true, &Mill::x_costs());
    compare("costs_flattened_root", schema(&Barn::crd()), true, &Barn::x_costs());
}

#[test]
fn schemas_are_those_of_the_crds() {
    assert_matches_crd::<Mill>();
    assert_matches_crd::<Barn>();
}
