use cel_runtime::XValidation;
use k8s_openapi::{List, api::core::v1::Pod};

#[derive(XValidation)]
struct Spec {
    pods: List<Pod>,
}

fn main() {}
