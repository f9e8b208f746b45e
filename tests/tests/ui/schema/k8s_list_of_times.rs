use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: Vec<Time>,
}

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

fn main() {}
