use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(items(rule = "self != ''"))]
    x: Vec<i32>,
}

fn main() {}
