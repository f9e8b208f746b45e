use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    #[x_validation(rule = "self == oldSelf")]
    x: serde_json::Value,
}

fn main() {}
