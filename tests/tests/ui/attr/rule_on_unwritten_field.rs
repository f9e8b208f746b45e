use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(rule = "self > 0")]
    #[serde(skip_serializing)]
    x: i32,
}

fn main() {}
