use cel_runtime::XValidation;

#[derive(XValidation)]
struct Container {
    name: String,
    image: String,
}

#[derive(XValidation)]
#[x_validation(rule = "self.containers == self.old_containers", manual_crd)]
struct Spec {
    containers: Vec<Container>,
    old_containers: Vec<Container>,
}

fn main() {}
