use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.limits.mini > 0", manual_crd)]
struct Spec {
    limits: tests_types::Limits,
}

fn main() {}
