//! Objects whose rules cost too much.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Each rule may cost a little less than the limit of an evaluation; all of them cost more than an object may.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Sieve", namespaced)]
#[schemars(transform = SieveSpec::x_validations)]
pub struct SieveSpec {
    #[schemars(length(max = 12))]
    #[x_validation(items(rule = "self.ns.all(x, self.ns.all(y, x + y >= 0))", message = "negative"))]
    #[x_validation(items(rule = "self.ns.size() != 2", message_expression = "string(self.ns[0])"))]
    layers: Vec<Layer>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Layer::x_validations)]
#[x_validation(rule = "self.ns.all(x, self.ns.exists(y, x == y))", message = "each is there")]
pub struct Layer {
    #[schemars(length(max = 320))]
    ns: Vec<i64>,
}

/// One evaluation may cost more than its limit, also that of a message.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Flood", namespaced)]
#[schemars(transform = FloodSpec::x_validations)]
#[x_validation(
    rule = "self.ns.size() < 1000",
    message = "a thousand",
    message_expression = "string(self.ns.size())"
)]
#[x_validation(
    rule = "self.ns.size() != 1 && self.ns.all(x, self.ns.all(y, x + y >= 0))",
    message = " negative "
)]
#[x_validation(
    rule = "self.quiet",
    message = "not quiet",
    message_expression = "self.ns.all(x, self.ns.all(y, x * y >= 0)) ? 'all positive' : 'some negative'",
    reason = "FieldValueForbidden",
    field_path = ".quiet"
)]
pub struct FloodSpec {
    #[schemars(length(max = 1100))]
    ns: Vec<i64>,
    quiet: bool,
    #[x_validation(rule = "self > 0", message = "after the flood")]
    after: i64,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![sieves(), floods()]
}

fn sieves() -> Crd {
    let layers = |count: usize, size: i64| json!(vec![json!({"ns": (0..size).collect::<Vec<_>>()}); count]);
    let sieve = |count: usize, size: i64| json!({"spec": {"layers": layers(count, size)}});
    Crd::of::<Sieve>([sieve(2, 3), sieve(0, 0), sieve(3, 1)])
        .create(json!({"/spec/layers": layers(12, 320)}))
        .create(json!({"/spec/layers": layers(11, 310)}))
        .create(json!({"/spec/layers": layers(3, 2)}))
        .create(json!({"/spec/layers": [{"ns": [-1, 0]}, {"ns": [1]}]}))
        .update(json!({"/spec/layers": layers(12, 320)}), json!({}))
        .update(json!({"/spec/layers": [{"ns": [-1, 0]}, {"ns": [1]}]}), json!({}))
}

fn floods() -> Crd {
    let numbers = |size: i64| json!((1..=size).collect::<Vec<_>>());
    let flood = |size: i64| json!({"spec": {"ns": numbers(size), "quiet": true, "after": 1}});
    Crd::of::<Flood>([flood(4), flood(2), flood(9)])
        .create(json!({"/spec/ns": numbers(600), "/spec/after": 0}))
        .create(json!({"/spec/ns": numbers(500), "/spec/after": 0, "/spec/quiet": false}))
        .create(json!({"/spec/ns": numbers(1), "/spec/after": 0}))
        .create(json!({"/spec/ns": numbers(440), "/spec/after": 0, "/spec/quiet": false}))
        .update(json!({"/spec/ns": numbers(440), "/spec/quiet": false}), json!({}))
        .update(json!({"/spec/ns": numbers(600)}), json!({}))
        .update(json!({"/spec/ns": numbers(1000)}), json!({"/spec/after": 0}))
}
