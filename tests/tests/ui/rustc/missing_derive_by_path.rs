use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    limits: l::Limits,
}

mod l {
    pub struct Limits {
        pub min: i32,
    }
}

fn main() {}
