use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(kubernetes = "1.28", rule = "self.x < 1.5", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
