use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[serde(rename(serialize = "a", deserialize = "b"))]
    x: i32,
}

fn main() {}
