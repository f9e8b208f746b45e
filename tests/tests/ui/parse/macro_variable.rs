use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.l.all(1, true)", manual_crd)]
struct Spec {
    l: Vec<i32>,
}

fn main() {}
