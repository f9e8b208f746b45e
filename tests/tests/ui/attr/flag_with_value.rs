use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd = true)]
struct Spec {
    x: i32,
}

fn main() {}
