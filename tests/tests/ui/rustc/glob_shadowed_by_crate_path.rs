mod v1 {
    #[derive(cel_runtime::XValidation)]
    pub struct Foo {
        pub old: i32,
    }
}
mod v2 {
    pub use super::v1::*;

    #[derive(cel_runtime::XValidation)]
    pub struct Foo {
        pub fresh: i32,
    }
}

#[derive(cel_runtime::XValidation)]
struct Spec {
    foo: crate::v2::Foo,
}

fn main() {}
