use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

#[derive(XValidation)]
struct Probe {
    port: IntOrString,
}

#[derive(XValidation)]
#[x_validation(rule = "self.ready != self.alive", manual_crd)]
struct Spec {
    ready: Probe,
    alive: Probe,
}

fn main() {}
