use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize)]
struct Labels {
    #[serde(flatten)]
    labels: Option<BTreeMap<String, String>>,
}

fn main() {}
