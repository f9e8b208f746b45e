use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rul = "true", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
