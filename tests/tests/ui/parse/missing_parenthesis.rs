use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(rule = "self.all(x, (x > 1 && x < 2)")]
    list: Vec<i32>,
}

fn main() {}
