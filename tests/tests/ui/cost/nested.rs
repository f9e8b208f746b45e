use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway")]
struct GatewaySpec {
    listeners: Vec<Listener>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Listener::x_validations)]
#[x_validation(rule = "self.hosts.all(h, h.contains(self.domain))", message = "hosts of the domain")]
struct Listener {
    domain: String,
    #[schemars(length(max = 64), inner(length(max = 253)))]
    hosts: Vec<String>,
}

fn main() {}
