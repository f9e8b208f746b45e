use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(crate = cel_runtime)]
struct Spec {
    x: i32,
}

fn main() {}
