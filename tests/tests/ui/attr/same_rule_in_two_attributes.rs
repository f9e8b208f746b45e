use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
#[schemars(transform = Spec::x_validations)]
struct Spec {
    #[x_validation(rule = "self > 0")]
    #[x_kube(validation = "self > 0")]
    x: i32,
}

fn main() {}
