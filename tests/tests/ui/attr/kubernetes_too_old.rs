use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(kubernetes = "1.22", rule = "self.x > 0", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
