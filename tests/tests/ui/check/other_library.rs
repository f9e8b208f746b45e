use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "cel.bind(n, self.names.size(), n > 0 && n < 3)", manual_crd)]
struct Spec {
    names: Vec<String>,
}

fn main() {}
