use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
#[serde(transparent)]
struct Name {
    #[x_kube(validation = "self != ''")]
    name: String,
}

fn main() {}
