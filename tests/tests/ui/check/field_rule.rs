use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(rule = "self.size() > 0")]
    x: i32,
}

fn main() {}
