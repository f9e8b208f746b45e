use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation()]
struct Spec {
    x: i32,
}

fn main() {}
