use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.on", manual_crd)]
struct Switch<T> {
    on: T,
}

#[derive(XValidation, Serialize)]
struct Spec {
    good: Switch<bool>,
    bad: Switch<i32>,
}

fn main() {}
