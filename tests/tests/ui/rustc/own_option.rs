use cel_runtime::XValidation;

struct Option<T>(T);

#[derive(XValidation)]
struct Spec {
    x: Option<i32>,
}

fn main() {}
