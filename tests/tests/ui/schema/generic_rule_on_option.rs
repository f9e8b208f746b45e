use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
#[x_validation(manual_crd)]
struct Fixed<T> {
    #[x_validation(rule = "self == oldSelf")]
    value: T,
}

#[derive(XValidation, Serialize)]
struct Spec {
    size: Fixed<Option<i32>>,
}

fn main() {}
