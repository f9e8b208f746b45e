use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(kubernetes = "1.30", rule = "self.l.all(i, x, i < x)", manual_crd)]
struct Spec {
    l: Vec<i32>,
}

fn main() {}
