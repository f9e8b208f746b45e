use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(items("self > 0"))]
    a: Vec<i32>,
}

fn main() {}
