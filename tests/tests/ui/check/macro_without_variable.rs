use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.ports.all(number > 0)", manual_crd)]
struct Spec {
    ports: Vec<Port>,
}

#[derive(XValidation)]
struct Port {
    number: i32,
}

fn main() {}
