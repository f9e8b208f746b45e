//! Maps whose keys are the variants of an enum: for rules an object with a property for each variant, or a map if the variants have
//! comments.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::{api::core::v1::ResourceRequirements, apimachinery::pkg::api::resource::Quantity};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

#[derive(
    XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "camelCase")]
pub enum Tier {
    FrontEnd,
    Back,
    #[serde(rename = "no-name")]
    Odd,
}

#[derive(
    XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// In the north.
    North,
    South,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Role::x_validations)]
#[x_validation(rule = "self.min <= self.max", message = "min must not exceed max")]
pub struct Role {
    #[x_validation(rule = "self >= oldSelf", message = "min must not shrink")]
    min: i32,
    max: i32,
    #[schemars(extend("format" = "duration"))]
    grace: Option<String>,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Keyed", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = KeyedSpec::x_validations)]
#[x_validation(rule = "!has(self.roles.back) || self.roles.back.min > 0", message = "no back end")]
#[x_validation(rule = "self.roles.frontEnd.grace < duration('1h')", message = "grace of the front end")]
#[x_validation(rule = "self.roles == oldSelf.roles", message = "roles change")]
#[x_validation(rule = "self == oldSelf", message = "something changes")]
#[x_validation(rule = "self.zones.all(z, z != 'north' || self.zones[z] > 0)", message = "zones")]
#[x_validation(rule = "self.?limits.back.hasValue()", message = "no limit")]
#[x_validation(rule = "has(self.limits) && quantity(self.limits.frontEnd).isLessThan(quantity('2Gi'))")]
#[x_validation(rule = "self.nulls.back == 'x' || !has(self.nulls.frontEnd)", message = "nulls")]
#[x_validation(rule = "self.nulls == oldSelf.nulls", message = "nulls change")]
#[x_validation(rule = "self.steps.all(s, !has(s.back) || s.back.size() < 2)", message = "steps")]
#[x_validation(rule = "dyn(self.roles).size() < 3 && 'back' in dyn(self.roles)", message = "size of roles")]
#[x_validation(rule = "self.roles.no__dash__name.max < 5", message = "odd")]
#[x_validation(rule = "'south' in self.zones && self.zones == {'south': 1}", message = "only the south")]
pub struct KeyedSpec {
    #[x_validation(rule = "has(self.frontEnd)", message = "no front end")]
    roles: BTreeMap<Tier, Role>,
    #[schemars(extend("maxProperties" = 3))]
    #[x_validation(values(rule = "self >= 0", message = "a zone is negative"))]
    zones: BTreeMap<Zone, i32>,
    #[x_validation(rule = "self == oldSelf", message = "limits change")]
    limits: Option<HashMap<Tier, Quantity>>,
    #[x_validation(values(rule = "self != ''", message = "an empty text"))]
    nulls: BTreeMap<Tier, Option<String>>,
    #[schemars(length(max = 4))]
    #[x_validation(items(values(rule = "self.size() < 3", message = "too many")))]
    steps: Vec<BTreeMap<Tier, Vec<String>>>,
    #[x_validation(rule = "!has(self.back) || !has(self.back.limits)", message = "limits of the back end")]
    resources: HashMap<Tier, ResourceRequirements>,
    #[expect(clippy::box_collection, reason = "pointers around maps are to work, too")]
    places: Box<BTreeMap<Zone, Role>>,
}

fn role(min: i32, max: i32) -> Value {
    json!({ "min": min, "max": max, "grace": "90m" })
}

fn objects() -> Vec<Value> {
    let keyed = |roles: Value, zones: Value, limits: Value, nulls: Value, steps: Value| {
        json!({
            "roles": roles,
            "zones": zones,
            "limits": limits,
            "nulls": nulls,
            "steps": steps,
            "resources": { "back": { "limits": { "cpu": "1" } } },
            "places": { "north": role(2, 1) },
        })
    };
    vec![
        keyed(json!({}), json!({}), json!(null), json!({}), json!([])),
        keyed(
            json!({ "frontEnd": role(1, 2), "back": role(0, 1) }),
            json!({ "south": 1 }),
            json!({ "frontEnd": "1Gi", "back": "x" }),
            json!({ "frontEnd": null, "back": "x" }),
            json!([{ "back": ["a", ""] }, {}]),
        ),
        keyed(
            json!({ "frontEnd": role(3, 2), "back": role(3, 1), "no-name": role(1, 9) }),
            json!({ "south": -1, "north": 0 }),
            json!({ "frontEnd": "4Gi" }),
            json!({ "frontEnd": "", "no-name": null }),
            json!([{ "back": ["a", "b", "c"], "frontEnd": [] }]),
        ),
        keyed(
            json!({ "back": { "min": 1, "max": 1, "grace": null } }),
            json!({ "north": 2, "south": 1 }),
            json!({}),
            json!({ "back": null }),
            json!([{}, { "no-name": ["", ""] }]),
        ),
    ]
}

#[test]
fn rules_see_a_property_for_each_variant() {
    compare::<Keyed, KeyedSpec>("keyed", &objects());
}

#[test]
fn updates_of_maps_with_variants_as_keys() {
    let objects = objects();
    let pairs: Vec<_> =
        objects.iter().flat_map(|new| objects.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Keyed, KeyedSpec>("keyed_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Keyed>();
}
