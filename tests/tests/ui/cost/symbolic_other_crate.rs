use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tests_types::routes::Route;

const MAX_ROUTES: u32 = 60_000;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway")]
struct GatewaySpec {
    #[schemars(length(max = MAX_ROUTES))]
    routes: Vec<Route>,
}

fn main() {}
