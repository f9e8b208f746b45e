use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.x > 0", rule = "self.x > 1", rule = "self.x > 2", rule = "self.x > 3", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
