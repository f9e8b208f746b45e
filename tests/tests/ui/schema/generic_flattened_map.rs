use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize)]
struct Named<T> {
    name: String,
    #[serde(flatten)]
    rest: T,
}

#[derive(XValidation, Serialize, Deserialize)]
struct Spec {
    named: Named<BTreeMap<String, String>>,
}

fn main() {}
