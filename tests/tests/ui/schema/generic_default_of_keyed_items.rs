use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
struct Keyed<T = Port> {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    items: Vec<T>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
struct Port {
    name: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
struct Spec {
    ports: Keyed,
}

fn main() {}
