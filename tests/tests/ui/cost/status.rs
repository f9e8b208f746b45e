use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway", status = "GatewayStatus")]
struct GatewaySpec {}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = GatewayStatus::x_validations)]
struct GatewayStatus {
    #[x_validation(items(rule = "self.contains('://')", message = "addresses are URLs"))]
    addresses: Vec<String>,
}

fn main() {}
