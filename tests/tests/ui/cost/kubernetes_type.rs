use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::{Container, EnvVar};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway")]
#[schemars(transform = GatewaySpec::x_validations)]
#[x_validation(rule = "self.containers.all(c, self.env.all(e, c.image.contains(e.name)))")]
struct GatewaySpec {
    containers: Vec<Container>,
    env: Vec<EnvVar>,
}

fn main() {}
