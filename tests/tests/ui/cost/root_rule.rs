use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway")]
#[kube(validation = ("self.spec.names.all(n, n.contains(self.metadata.name))", "names have that of the gateway"))]
struct GatewaySpec {
    names: Vec<String>,
}

fn main() {}
