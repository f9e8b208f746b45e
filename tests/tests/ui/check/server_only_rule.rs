use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.y > 0", server_only)]
#[x_validation(manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
