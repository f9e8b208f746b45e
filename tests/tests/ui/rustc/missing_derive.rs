use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.limits.min > 0", manual_crd)]
struct Spec {
    limits: Limits,
}

struct Limits {
    min: i32,
}

fn use_it(spec: &Spec) {
    let _ = spec.x_validate();
}

fn main() {}
