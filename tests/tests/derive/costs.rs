//! Highest costs of rules, as the derive says and as the server estimates when it gets the CRD.

#![deny(warnings)]
#![allow(unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::recorded_costs;
use cel_runtime::{
    __private::{CrdSchema, schema_of},
    Options, Root, RuleEstimate, XValidation, assert_matches_crd,
};
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests_types::routes::{Label, Redirect, Route};

const MAX_ROUTES: u32 = 7;
const MAX_FEW: usize = 4;
const MAX_NOTE: usize = 1000;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway", namespaced, status = "GatewayStatus")]
#[kube(
    validation = "!has(self.metadata.name) || self.metadata.name == self.spec.note || self.kind == 'Gateway'"
)]
#[kube(validation = "self.spec.routes.all(r, r.hosts.size() < 9)")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = GatewaySpec::x_validations)]
#[x_validation(
    rule = "self.routes.all(r, self.classes.exists(c, c.label == r.domain))",
    message_expression = "'no class for ' + self.note"
)]
#[x_validation(rule = "self.oldPaths.all(p, p.from != self.note)")]
#[x_validation(rule = "self.short.startsWith('a') && self.long.startsWith(self.short)")]
pub struct GatewaySpec {
    #[schemars(length(max = MAX_ROUTES))]
    #[x_validation(rule = "self.all(a, self.exists_one(b, a.domain == b.domain))")]
    routes: Vec<Route>,
    #[schemars(length(max = 20))]
    old_paths: Vec<Redirect>,
    #[schemars(length(max = MAX_NOTE))]
    #[x_validation(rule = "self == oldSelf || self.contains('changed')")]
    note: String,
    #[schemars(extend("maxProperties" = MAX_ROUTES))]
    #[x_validation(values(rule = "self.size() < 10 && self.replace('a', 'bc') != 'bc'"))]
    texts: BTreeMap<String, String>,
    #[schemars(length(max = 30))]
    classes: Vec<Class>,
    /// Bounded otherwise than the type says.
    #[schemars(length(max = 10))]
    #[x_validation(rule = "self != 'b'")]
    short: Label,
    #[schemars(length(max = MAX_NOTE))]
    long: Option<Label>,
    #[schemars(length(max = 30))]
    labels: Vec<Label>,
    #[schemars(extend("maxProperties" = 5))]
    by_zone: BTreeMap<String, Few>,
    few: [Class; 3],
    #[serde(flatten)]
    flat: Flat,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Few(#[schemars(length(max = MAX_FEW))] Vec<Label>);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Class::x_validations)]
#[x_validation(rule = "self.weights.sum() > 0 && self.label.lowerAscii() == self.label")]
pub struct Class {
    label: Label,
    #[schemars(length(max = 4))]
    weights: Vec<i64>,
    #[x_validation(rule = "self == 'on' || self == 'off'")]
    state: Option<State>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "lowercase")]
pub enum State {
    On,
    Off,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Flat::x_validations)]
pub struct Flat {
    #[schemars(length(max = MAX_NOTE))]
    #[x_validation(rule = "self.split(',').all(x, x.size() > 1)")]
    list: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = GatewayStatus::x_validations)]
#[x_validation(kubernetes = "1.30")]
pub struct GatewayStatus {
    #[schemars(length(max = MAX_ROUTES))]
    routes: Option<Vec<Route>>,
    #[schemars(length(max = 300))]
    #[x_validation(rule = "dyn(self) == dyn('a') || self.matches('^[a-z]+$')")]
    text: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Plain::x_validations)]
#[x_validation(root, rule = "self.routes.exists(r, r.domain == 'a')")]
pub struct Plain {
    #[schemars(length(max = MAX_ROUTES))]
    routes: Vec<Route>,
}

/// Rules of a flattened type stand in front of those of the type around.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Around::x_validations)]
#[x_validation(root, rule = "self.texts.all(t, t.contains('a'))")]
#[x_validation(rule = "self.texts.size() < 3", message_expression = "'texts: ' + self.texts[0]")]
pub struct Around {
    #[schemars(length(max = 4), inner(length(max = 50)))]
    texts: Vec<String>,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Inner::x_validations)]
#[x_validation(rule = "self.min < self.max")]
#[x_validation(rule = "dyn(self).min != dyn(self).max")]
pub struct Inner {
    min: i64,
    max: i64,
}

#[test]
fn estimates_are_the_servers() {
    let names = |costs: &[RuleEstimate]| costs.iter().map(|cost| cost.type_name.clone()).collect::<Vec<_>>();
    let gateway = Gateway::x_costs();
    assert!(names(&gateway).iter().any(|name| name == "Redirect"));
    compare("costs_gateway", Gateway::crd_schema(), true, &gateway);
    compare("costs_scaler", examples::Scaler::crd_schema(), true, &examples::Scaler::x_costs());
    compare("costs_flattened", schema_of::<Around>(), false, &Around::x_costs());
    compare("costs_plain", schema_of::<Plain>(), false, &Plain::x_costs());
    assert!(gateway.iter().any(|cost| cost.path == "spec.routes[]" && cost.file == "src/routes.rs"));
}

#[test]
fn bounds_of_fields_count_before_those_of_types() {
    assert_matches_crd::<Gateway>();
}

pub(crate) fn compare(name: &str, schema: Value, is_resource_root: bool, costs: &[RuleEstimate]) {
    let answer = recorded_costs(name, &json!({ "schema": schema, "isResourceRoot": is_resource_root }));
    let row = |cost: &RuleEstimate| {
        json!([cost.path, cost.rule, cost.max_cost, cost.estimated_cost, cost.message_expression_max_cost])
    };
    let ours: Vec<Value> = costs.iter().map(row).collect();
    let theirs = answer["rules"].as_array().unwrap().iter().map(|rule| {
        let cost = |key: &str| rule[key].as_u64().unwrap_or(0);
        json!([
            path(rule["path"].as_str().unwrap()),
            rule["rule"].as_str().unwrap().trim(),
            cost("static_max_cost"),
            cost("estimated_cost"),
            cost("message_expression_max_cost")
        ])
    });
    assert_eq!(by_path(ours), by_path(theirs.collect()), "{name}");
    for cost in costs {
        assert_eq!(cost.max_cost.saturating_mul(cost.cardinality), cost.estimated_cost);
    }
    let total: u64 = costs.iter().map(|cost| cost.estimated_cost + cost.message_expression_max_cost).sum();
    assert_eq!(answer["total_static_cost"], total);
}

fn by_path(mut rows: Vec<Value>) -> Vec<Value> {
    rows.sort_by_key(|row| row[0].to_string());
    rows
}

/// `spec.validation.openAPIV3Schema.properties[spec].properties[a].items.x-kubernetes-validations[0].rule` as `spec.a[]`.
fn path(of_server: &str) -> String {
    let path = of_server.strip_prefix("spec.validation.openAPIV3Schema").unwrap();
    let (path, _) = path.rsplit_once(".x-kubernetes-validations").unwrap();
    // What is no resource root stands there as a property.
    let path = path.strip_prefix(".properties[self]").unwrap_or(path);
    let path = path.replace(']', "").replace(".properties[", ".");
    let path = path.replace(".items", "[]").replace(".additionalProperties", "[]");
    path.trim_start_matches('.').to_owned()
}

#[test]
fn reports_have_estimates_beside_costs() {
    let plain = Plain { routes: vec![Route { domain: "a".into(), hosts: vec!["b.a".into()] }] };
    let report = plain.x_evaluate(None, &Options::default());
    let estimates = Plain::x_costs();
    assert_eq!(report.rules.len(), 2);
    for rule in &report.rules {
        let estimate = estimates.iter().find(|estimate| estimate.rule == rule.rule).unwrap();
        assert!(rule.cost > 0 && rule.cost <= rule.max_cost);
        assert_eq!(rule.max_cost, estimate.max_cost);
    }
}

#[test]
fn roots_are_a_trait() {
    fn dearest<R: Root + XValidation>() -> Option<u64> {
        R::x_costs().iter().map(|cost| cost.estimated_cost).max()
    }
    assert!(dearest::<Gateway>() > dearest::<Plain>());
}

/// The names of the user's types say nothing about a cost that depends on a constant.
mod letters {
    use cel_runtime::XValidation;
    use schemars::JsonSchema;
    use serde::Serialize;

    const MAX: usize = 7;

    #[derive(XValidation, Serialize, JsonSchema)]
    pub struct A {
        b: B,
    }

    #[derive(XValidation, Serialize, JsonSchema)]
    pub struct B {}

    #[derive(XValidation, Serialize, JsonSchema)]
    pub struct G {
        a: A,
    }

    #[derive(XValidation, Serialize, JsonSchema)]
    #[schemars(transform = Letters::x_validations)]
    #[x_validation(root, rule = "self.ports.all(p, p > 0)", allow(all))]
    pub struct Letters {
        #[schemars(length(max = MAX))]
        ports: Vec<i32>,
        g: G,
    }

    #[test]
    fn types_may_have_one_letter() {
        let letters = Letters { ports: vec![1], g: G { a: A { b: B {} } } };
        assert!(letters.x_validate().is_ok());
    }
}
