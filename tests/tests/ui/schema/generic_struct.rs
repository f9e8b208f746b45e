use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec<T> {
    x: Vec<T>,
}

fn main() {}
