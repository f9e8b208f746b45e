use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.x > 0", field_path = " ", manual_crd)]
#[x_validation(rule = "self.x > 1", field_path = "")]
#[x_validation(rule = "self.x > 2", reason = "")]
struct Spec {
    x: i32,
}

fn main() {}
