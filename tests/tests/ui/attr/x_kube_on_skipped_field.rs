use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct Spec {
    #[serde(skip)]
    #[x_kube(validation = "self > 0")]
    cache: i32,
    x: i32,
}

fn main() {}
