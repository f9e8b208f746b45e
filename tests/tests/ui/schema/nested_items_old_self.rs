use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(items(items(rule = "oldSelf > self")))]
    cells: Vec<Vec<i32>>,
}

fn main() {}
