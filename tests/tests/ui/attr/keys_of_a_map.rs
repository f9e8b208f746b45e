use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation)]
struct Spec {
    #[x_validation(keys(rule = "self != ''"))]
    a: BTreeMap<String, i32>,
}

fn main() {}
