use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct Spec {
    #[x_validation(opaque)]
    #[x_kube(validation = "self.size() > 0")]
    url: String,
}

fn main() {}
