use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Front,
    Back,
}

#[derive(XValidation, Serialize, Deserialize)]
struct Spec {
    a: String,
    #[serde(flatten)]
    x: BTreeMap<Tier, String>,
}

fn main() {}
