use cel_runtime::XValidation;
use std::collections::BTreeMap;

#[derive(XValidation)]
struct Spec {
    x: BTreeMap<uuid::Uuid, String>,
}

fn main() {}
