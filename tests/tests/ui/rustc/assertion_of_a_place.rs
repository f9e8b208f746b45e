use cel_runtime::{XValidation, assert_rejects};

#[derive(XValidation)]
#[x_validation(rule = "self.min > 0", message = "min is positive", manual_crd)]
struct Spec {
    min: i32,
}

fn main() {
    assert_rejects!(Spec { min: 0 }, "min is positive", "spec.min");
}
