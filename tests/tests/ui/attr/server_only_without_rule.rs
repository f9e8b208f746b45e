use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(items(server_only))]
    x: Vec<i32>,
}

fn main() {}
