// The glob brings the types of `std::collections`, and no others.

use std::collections::*;

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd, rule = "self.labels.size() < 8")]
struct Spec {
    labels: BTreeMap<String, String>,
    place: Plce,
}

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd)]
struct Place {
    zone: String,
}

fn main() {}
