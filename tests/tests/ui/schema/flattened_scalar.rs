use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[serde(flatten)]
    x: i32,
}

fn main() {}
