use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.names.all(i, a, b, a != b)", manual_crd)]
struct Spec {
    names: Vec<String>,
}

fn main() {}
