use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct Spec {
    #[serde(flatten)]
    #[x_kube(validation = "self.x > 0")]
    inner: Inner,
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct Inner {
    x: i32,
}

fn main() {}
