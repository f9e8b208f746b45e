use cel_runtime::XValidation;
use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};

const RULE: &str = "self.spec.replicas > 0";

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler")]
#[kube(validation = RULE)]
struct ScalerSpec {
    replicas: i32,
}

fn main() {}
