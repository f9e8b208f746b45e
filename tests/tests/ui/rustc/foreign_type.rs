use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    at: std::time::SystemTime,
}

fn main() {}
