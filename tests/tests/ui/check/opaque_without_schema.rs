use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation)]
#[x_validation(rule = "has(self.part) && self.part == oldSelf.part", manual_crd)]
struct Spec {
    #[x_validation(opaque)]
    part: Part,
}

#[derive(Serialize)]
struct Part {
    x: i32,
}

fn main() {}
