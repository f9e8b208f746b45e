use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.name.matches('^\d+$')", manual_crd)]
struct Spec {
    name: String,
}

fn main() {}
