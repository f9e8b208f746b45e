use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[serde(skip)] #[x_validation(rule = "self > 0")]
    x: i32,
}

fn main() {}
