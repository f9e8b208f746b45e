use cel_runtime::XValidation;

mod a {
    #[derive(cel_runtime::XValidation)]
    pub struct Foo {
        pub a: i32,
    }
}
mod b {
    #[derive(cel_runtime::XValidation)]
    pub struct Bar {
        pub b: i32,
    }
}
use a::*;

type Foo = b::Bar;

#[derive(XValidation)]
#[x_validation(rule = "self.foo.a > 0", manual_crd)]
struct Spec {
    foo: Foo,
}

fn main() {}
