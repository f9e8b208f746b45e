use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Port {
    #[x_validation(rule = "self == oldSelf")]
    number: i32,
}

#[derive(XValidation)]
struct Spec {
    ports: Vec<Port>,
}

fn main() {}
