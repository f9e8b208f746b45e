use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: (i32, String),
}

fn main() {}
