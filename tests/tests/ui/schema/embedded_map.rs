use cel_runtime::XValidation;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(XValidation)]
struct Wrapper {
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    object: BTreeMap<String, Value>,
}

fn main() {}
