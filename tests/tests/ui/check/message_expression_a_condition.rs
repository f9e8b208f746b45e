use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.x > 0", message_expression = "self.x > 10 || self.y.size() > 2", manual_crd)]
#[x_validation(rule = "self.y.size() > 0", message_expression = "self.y")]
struct Spec {
    x: i32,
    y: Vec<String>,
}

fn main() {}
