use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

#[derive(XValidation)]
struct Probe {
    port: IntOrString,
}

#[derive(XValidation)]
#[x_validation(rule = "self.probes[0] != self.probes[1]", manual_crd)]
struct Spec {
    probes: Vec<Probe>,
}

fn main() {}
