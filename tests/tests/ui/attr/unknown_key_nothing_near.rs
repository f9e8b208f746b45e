use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(validate_everything)]
struct Spec {
    x: i32,
}

fn main() {}
