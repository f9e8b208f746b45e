use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self == oldSelf", manual_crd)]
struct Short<const N: usize> {
    items: [i32; N],
}

fn main() {}
