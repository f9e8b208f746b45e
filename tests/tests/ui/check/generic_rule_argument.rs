use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
struct Limits {
    min: i32,
}

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.min <= self.max", manual_crd)]
struct Range<T> {
    min: T,
    max: T,
}

#[derive(XValidation, Serialize)]
struct Spec {
    numbers: Range<i32>,
    limits: Range<Limits>,
}

fn main() {}
