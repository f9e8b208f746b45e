use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: Option<Box<Spec>>,
}

fn main() {}
