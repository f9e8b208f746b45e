use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler")]
struct ScalerSpec {
    replicas: i32,
}

fn main() {}
