use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(values(rule = "self > 0"))]
    x: Vec<i32>,
}

fn main() {}
