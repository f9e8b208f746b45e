use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(manual_crd)]
    x: i32,
}

fn main() {}
