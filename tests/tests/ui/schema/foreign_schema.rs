use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[schemars(with = "Seconds")]
    x: std::time::Duration,
}

fn main() {}
