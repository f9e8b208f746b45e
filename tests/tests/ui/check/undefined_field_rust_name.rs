use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.min_replicas > 0", manual_crd)]
struct Spec {
    #[serde(rename = "minReplicas")] min_replicas: i32,
}

fn main() {}
