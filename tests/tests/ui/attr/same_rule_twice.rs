use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.x > 0", manual_crd)]
#[x_validation(rule = "self.x > 0", message = "positive")]
struct Spec {
    x: i32,
}

fn main() {}
