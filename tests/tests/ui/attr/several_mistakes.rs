use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rul = "true")]
#[x_validation(rule = 1)]
#[x_validation(opaque)]
struct Spec {
    #[x_validation(root)]
    x: i32,
}

fn main() {}
