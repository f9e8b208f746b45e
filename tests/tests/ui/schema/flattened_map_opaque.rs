use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize)]
struct Spec {
    a: String,
    #[serde(flatten)]
    #[x_validation(opaque)]
    labels: BTreeMap<String, String>,
}

fn main() {}
