use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: serde_json::Value,
}

fn main() {}
