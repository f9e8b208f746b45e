use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(rule = "self != 0")]
    port: IntOrString,
}

fn main() {}
