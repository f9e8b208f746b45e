use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "set.contains(self.names, ['a'])", manual_crd)]
struct Spec {
    names: Vec<String>,
}

fn main() {}
