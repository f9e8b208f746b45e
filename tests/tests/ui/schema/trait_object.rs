use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: Box<dyn Send>,
}

fn main() {}
