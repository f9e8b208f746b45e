use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

type Seconds = u32;

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
struct Spec {
    timeout: Seconds,
}

fn main() {}
