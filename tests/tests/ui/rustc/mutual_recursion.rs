use cel_runtime::XValidation;

#[derive(XValidation)]
struct A {
    b: Option<Box<B>>,
}

#[derive(XValidation)]
struct B {
    a: Option<Box<A>>,
}

fn main() {}
