use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    min: i32,
    total: u128,
}

fn main() {}
