use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.a > 0", msg = "positive", manual_crd)]
struct Spec {
    a: i32,
}

fn main() {}
