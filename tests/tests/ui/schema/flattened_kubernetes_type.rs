use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::PodTemplateSpec;

#[derive(XValidation)]
struct Spec {
    #[serde(flatten)]
    template: PodTemplateSpec,
}

fn main() {}
