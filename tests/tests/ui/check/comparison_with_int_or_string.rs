use cel_runtime::XValidation;

#[derive(XValidation)]
struct Probe {
    #[schemars(extend("x-kubernetes-int-or-string" = true))]
    port: serde_json::Value,
}

#[derive(XValidation)]
#[x_validation(rule = "self.probes[0] != self.probes[1]", manual_crd)]
struct Spec {
    probes: Vec<Probe>,
}

fn main() {}
