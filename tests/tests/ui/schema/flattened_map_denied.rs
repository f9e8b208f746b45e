use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation)]
#[serde(deny_unknown_fields)]
struct Spec {
    url: String,
    #[serde(flatten)]
    extra: BTreeMap<String, serde_json::Value>,
}

#[derive(XValidation)]
#[serde(deny_unknown_fields)]
struct Labels {
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
}

fn main() {}
