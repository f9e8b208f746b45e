use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.y > 0", message_expression = "self.z", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
