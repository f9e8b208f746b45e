use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: Option<Box<Self>>,
}

fn main() {}
