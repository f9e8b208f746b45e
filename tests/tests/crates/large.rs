//! Large rules, which the test writes here.

use cel_runtime::{Options, XValidation};

#[derive(XValidation, serde::Serialize)]
#[x_validation(manual_crd)]
// RULES
pub struct Spec {
    pub x: i64,
    pub text: String,
}

#[test]
fn they_hold_at_the_costs_of_the_server() {
    let spec = Spec { x: 1, text: "a".repeat(1 << 20) };
    let report = spec.x_evaluate(None, &Options::default());
    assert!(report.errors.is_empty(), "{}", report.errors);
    let costs: Vec<u64> = report.rules.iter().map(|rule| rule.cost).collect();
    assert_eq!(costs, /* COSTS */);
}
