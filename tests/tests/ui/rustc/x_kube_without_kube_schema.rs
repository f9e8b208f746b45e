use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
struct Spec {
    #[x_kube(validation = "self > 0")]
    x: i32,
}

fn main() {}
