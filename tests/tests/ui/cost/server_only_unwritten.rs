use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway")]
#[schemars(transform = GatewaySpec::x_validations)]
#[x_validation(rule = "self.hosts.all(h, self.hosts.all(g, h.contains(g)))", server_only)]
struct GatewaySpec {
    #[serde(skip_serializing)]
    hosts: Vec<String>,
}

fn main() {}
