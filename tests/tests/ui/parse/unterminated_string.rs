use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.s == 'a", manual_crd)]
struct Spec {
    s: String,
}

fn main() {}
