use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tests_types::routes::Redirect;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway")]
#[serde(rename_all = "camelCase")]
struct GatewaySpec {
    old_paths: Option<Vec<Redirect>>,
}

fn main() {}
