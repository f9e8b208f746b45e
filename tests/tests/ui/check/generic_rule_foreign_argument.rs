use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::EnvVar;
use serde::Serialize;

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.items.size() > 0", manual_crd)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(XValidation, Serialize)]
struct Spec {
    env: Page<EnvVar>,
}

fn main() {}
