use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root = true)]
struct Scaler {
    replicas: i32,
}

fn main() {}
