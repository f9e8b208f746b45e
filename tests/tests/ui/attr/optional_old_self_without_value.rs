use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "!oldSelf.hasValue() || self.x > 0", optional_old_self, manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
