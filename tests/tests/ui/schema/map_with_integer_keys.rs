use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: std::collections::BTreeMap<i32, String>,
}

fn main() {}
