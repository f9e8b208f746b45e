use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: Option<Option<i32>>,
}

fn main() {}
