use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.name.chars().count() < 64", manual_crd)]
struct Spec {
    name: String,
}

fn main() {}
