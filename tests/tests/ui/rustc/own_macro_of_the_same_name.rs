use cel_runtime::XValidation;

macro_rules! Foo {
    () => {};
}

#[derive(XValidation)]
#[x_validation(macro = FooSchema)]
struct Foo {
    x: i32,
}

#[derive(XValidation)]
struct Spec {
    foo: Foo,
}

fn main() {}
