use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(self(items(rule = "self > 0")))]
    cells: Vec<i32>,
}

fn main() {}
