use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32);

#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(manual_crd)]
struct Spec {
    #[schemars(with = "BTreeMap<String, i32>")]
    #[x_validation(values(rule = "self > 0"))]
    pools: BTreeMap<Version, i32>,
}

fn main() {}
