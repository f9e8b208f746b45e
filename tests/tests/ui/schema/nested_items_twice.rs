use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(items(items(rule = "self > 0"), items(rule = "self > 0")))]
    cells: Vec<Vec<i32>>,
}

fn main() {}
