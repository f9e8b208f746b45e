use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(items(message = "positive"))]
    x: Vec<i32>,
}

fn main() {}
