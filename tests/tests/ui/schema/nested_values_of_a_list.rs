use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(values(values(rule = "self > 0")))]
    cells: BTreeMap<String, Vec<i32>>,
}

fn main() {}
