use cel_runtime::XValidation;
use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler")]
#[kube(validation = Rule::new("self.metadata.name != 'x'").field_path(".metadata.name"))]
struct ScalerSpec {
    replicas: i32,
}

fn main() {}
