use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct ScalerSpec {
    #[x_kube(validation = concat!("self", " > 0"))]
    replicas: i32,
}

fn main() {}
