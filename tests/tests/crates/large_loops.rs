//! Large rules in loops, which the test writes here.

use cel_runtime::{Options, XValidation};

#[derive(XValidation, serde::Serialize)]
#[x_validation(manual_crd)]
// RULES
pub struct Spec {
    pub items: Vec<Outer>,
    pub first: Option<Pair>,
}

#[derive(XValidation, serde::Serialize, Clone)]
pub struct Outer {
    pub a: Object,
    pub b: Object,
    pub items: Vec<Pair>,
}

#[derive(XValidation, serde::Serialize, Clone)]
pub struct Pair {
    pub a: Object,
    pub b: Object,
    pub list: Vec<i64>,
}

#[derive(XValidation, serde::Serialize, Clone)]
pub struct Object {
    pub x: i64,
    pub y: String,
}

#[test]
fn they_hold_at_the_costs_of_the_server() {
    let object = Object { x: 1, y: "a".into() };
    let pair = Pair { a: object.clone(), b: object.clone(), list: vec![1] };
    let outer = Outer { a: object.clone(), b: object, items: vec![pair.clone(), pair.clone()] };
    let spec = Spec { items: vec![outer.clone(), outer], first: Some(pair) };
    let report = spec.x_evaluate(None, &Options::default());
    assert!(report.errors.is_empty(), "{}", report.errors);
    let costs: Vec<u64> = report.rules.iter().map(|rule| rule.cost).collect();
    assert_eq!(costs, /* COSTS */);
}
