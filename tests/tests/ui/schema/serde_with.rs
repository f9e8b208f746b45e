use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[serde(serialize_with = "write")]
    x: std::time::Duration,
}

fn main() {}
