use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler")]
#[schemars(transform = Scaler::x_validations)]
#[x_validation(rule = "self.size > 0")]
pub struct ScalerSpec {
    pub size: i32,
}

fn main() {}
