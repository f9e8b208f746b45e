use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(schema = "Type")]
    x: i32,
}

fn main() {}
