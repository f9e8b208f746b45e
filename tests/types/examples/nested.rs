//! Types of an example, which nest types of its crate.

use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.limits.min > self.own.least", manual_crd)]
struct Spec {
    limits: tests_types::Limits,
    own: Own,
}

#[derive(XValidation)]
struct Own {
    least: i32,
}

fn main() {
    let spec = Spec { limits: tests_types::Limits { min: 1, max: 2 }, own: Own { least: 0 } };
    assert!(spec.x_validate().is_ok());
}
