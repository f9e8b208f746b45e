use cel_runtime::XValidation;

mod l {
    #[derive(cel_runtime::XValidation)]
    pub struct Limits {
        pub max: i32,
    }
}
use l::*;

struct Limits {
    min: i32,
}

#[derive(XValidation)]
struct Spec {
    limits: Limits,
}

fn main() {}
