use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::Pod;

#[derive(XValidation)]
struct Spec {
    events: Vec<k8s_openapi::apimachinery::pkg::apis::meta::v1::WatchEvent<Pod>>,
}

fn main() {}
