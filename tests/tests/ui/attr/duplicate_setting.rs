use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
#[x_validation(manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
