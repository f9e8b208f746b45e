use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[schemars(schema_with = "seconds")]
    x: std::time::Duration,
}

fn main() {}
