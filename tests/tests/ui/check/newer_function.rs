use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(kubernetes = "1.28", rule = "self.l.first().hasValue()", manual_crd)]
struct Spec {
    l: Vec<i32>,
}

fn main() {}
