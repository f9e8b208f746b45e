use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[x_kube(validation = ("self.replica > 0", "none"))]
struct ScalerSpec {
    replicas: i32,
}

fn main() {}
