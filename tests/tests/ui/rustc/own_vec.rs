use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: own::Vec<i32>,
}

mod own {
    pub struct Vec<T>(pub T);
}

fn main() {}
