use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

#[derive(XValidation)]
#[x_validation(rule = "self.port", manual_crd)]
struct Spec {
    port: IntOrString,
}

fn main() {}
