//! Types of other modules and crates, several times in one object.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use tests_types::{Bounds, reexported::Limits};

mod parts {
    use super::*;

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[schemars(transform = Group::x_validations)]
    #[x_validation(
        rule = "self.limits.max < 100",
        message_expression = "'%d of %s'.format([self.limits.max, self.name])"
    )]
    pub struct Group {
        #[schemars(length(max = 10))]
        name: String,
        #[x_validation(rule = "self.min >= oldSelf.min", message = "the least rises")]
        limits: tests_types::Limits,
    }
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Nest", namespaced)]
#[schemars(transform = NestSpec::x_validations)]
#[x_validation(
    rule = "self.outer.max >= self.inner.max",
    message = "the outer limit",
    field_path = ".outer.max"
)]
pub struct NestSpec {
    outer: Limits,
    inner: Box<Bounds>,
    #[schemars(length(max = 4))]
    list: Vec<Limits>,
    #[schemars(extend("maxProperties" = 4))]
    #[x_validation(values(rule = "self.max > 0 && self.max >= oldSelf.max", message = "grows"))]
    map: BTreeMap<String, Bounds>,
    #[schemars(length(max = 4), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    groups: Vec<parts::Group>,
    maybe: Option<Box<parts::Group>>,
}

pub(crate) fn crds() -> Vec<Crd> {
    let limits = |min: i64, max: i64| json!({"min": min, "max": max});
    let group = |name: &str, max: i64| json!({"name": name, "limits": limits(1, max)});
    let nest = |max: i64| {
        json!({"spec": {
            "outer": limits(0, max), "inner": limits(0, 5), "list": [limits(1, 2), limits(3, 3)],
            "map": {"a": limits(1, 7)}, "groups": [group("g", 9), group("h", 8)], "maybe": group("m", 1),
        }})
    };
    let crd = Crd::of::<Nest>([nest(10), nest(5), nest(2000)])
        .create(json!({"/spec/outer": limits(7, 4), "/spec/list": [limits(2, 1), limits(1, 2)]}))
        .create(json!({"/spec/map": {"x": limits(1, 0), "y": limits(0, 0)}, "/spec/maybe": group("n", 100)}))
        .update(json!({}), json!({"/spec/map/a/max": 6, "/spec/groups/0/limits": limits(0, 9)}))
        .update(json!({"/spec/list/0/min": 5}), json!({"/spec/list/1/max": 5}))
        .update(json!({"/spec/list/0/min": 5, "/spec/map/a/min": 9}), json!({"/spec/outer/max": 11}))
        .update(
            json!({"/spec/groups/0/limits/max": 100}),
            json!({"/spec/groups": [group("h", 100), group("g", 100)]}),
        )
        .update(
            json!({"/spec/maybe": null}),
            json!({"/spec/maybe": {"name": "n", "limits": limits(-1, -2)}}),
        );
    vec![crd]
}
