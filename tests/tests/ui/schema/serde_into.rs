use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(into = "Written")]
struct Spec {
    x: i32,
}

fn main() {}
