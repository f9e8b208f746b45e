use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    min: i32,
    outcome: Option<Result<i32, String>>,
}

fn main() {}
