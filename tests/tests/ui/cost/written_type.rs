use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation)]
#[x_validation(root, manual_crd)]
struct Spec {
    #[x_validation(rule = "self.all(z, z.contains('x'))")]
    zones: Vec<Zone>,
}

#[derive(XValidation, Serialize)]
#[x_validation(as = "string", manual_crd)]
struct Zone;

fn main() {}
