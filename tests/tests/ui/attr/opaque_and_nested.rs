use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(opaque, nested)]
    x: i32,
}

fn main() {}
