use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(nested)]
    x: (i32, i32),
}

fn main() {}
