use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(
    rule = "self.foo == 1 || self.foo == 2 ||
            self.foo == 3 || self.x == 4",
    message = "x",
    manual_crd
)]
struct Spec {
    x: i32,
}

fn main() {}
