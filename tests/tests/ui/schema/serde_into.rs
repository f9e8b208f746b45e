use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(into = "String")]
struct Spec {
    x: i32,
}

fn main() {}
