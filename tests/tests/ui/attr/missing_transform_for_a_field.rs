use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(rule = "self > 0")]
    x: i32,
}

fn main() {}
