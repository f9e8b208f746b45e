mod v1 {
    #[derive(cel_runtime::XValidation)]
    pub struct Foo {
        pub a: i32,
    }
}
mod v2 {
    pub use super::v1::*;

    #[derive(cel_runtime::XValidation)]
    pub struct Foo {
        pub b: i32,
    }

    #[derive(cel_runtime::XValidation)]
    struct Spec {
        foo: self::Foo,
    }
}

fn main() {}
