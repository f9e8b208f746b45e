use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[schemars(with = "String")]
    x: std::time::Duration,
}

fn main() {}
