//! Rules in one attribute, each in parentheses of its own.

use cel_runtime::XValidation;

#[derive(XValidation, serde::Serialize)]
#[x_validation(
    manual_crd,
    self(rule = "self.from <= self.to", message = "from is too large"),
    self(rule = "self.to < 10", field_path = ".to", message = "to is too large")
)]
#[x_validation(rule = "self.steps.size() < 2", message = "too many steps", self(rule = "self.from > 0"))]
struct Spec {
    #[x_validation(self(rule = "self > 1"), self(rule = "self > 2", message = "from is too small"))]
    from: i64,
    to: i64,
    #[x_validation(self(rule = "self != []"), items(rule = "self > 0"), items(rule = "self > 1"))]
    steps: Vec<i64>,
}

#[test]
fn each_is_a_rule_of_its_own_in_their_order() {
    let errors = Spec { from: 0, to: 10, steps: vec![0, 2] }.x_validate().expect_err("errors");
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let expected = [
        "to: Invalid value: to is too large",
        "<nil>: Invalid value: too many steps",
        "<nil>: Invalid value: failed rule: self.from > 0",
        "from: Invalid value: 0: failed rule: self > 1",
        "from: Invalid value: 0: from is too small",
        "steps[0]: Invalid value: 0: failed rule: self > 0",
        "steps[0]: Invalid value: 0: failed rule: self > 1",
    ];
    assert_eq!(errors, expected);
}
