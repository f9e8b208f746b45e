use cel_runtime::{XValidation, assert_accepts};

#[derive(XValidation)]
#[x_validation(rule = "self.min >= oldSelf.min", manual_crd)]
struct Spec {
    min: i32,
}

fn main() {
    assert_accepts!(Spec { min: 0 }, Spec { min: 1 });
}
