use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    at: std::time::Duration,
}

fn main() {}
