use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(macro = "Name")]
struct Spec {
    x: i32,
}

fn main() {}
