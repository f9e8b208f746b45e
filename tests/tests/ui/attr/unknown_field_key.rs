use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(optional)]
    x: i32,
}

fn main() {}
