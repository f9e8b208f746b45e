use cel_runtime::XValidation;

#[derive(XValidation)]
struct Above {
    spec: Spec,
}

#[derive(XValidation)]
struct Spec {
    limits: Limits,
}

use l::Limits;
mod l {
    pub struct Limits {
        pub min: i32,
    }
}

fn main() {}
