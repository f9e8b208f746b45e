use cel_runtime::XValidation;

struct Ports(#[allow(dead_code)] Vec<i32>);

// `Ports` may be a list, so the rule of its items is no other mistake.
#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(items(rule = "self > 0"))]
    ports: Ports,
}

fn main() {}
