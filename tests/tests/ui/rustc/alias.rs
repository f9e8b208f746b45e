use cel_runtime::XValidation;

#[derive(XValidation)]
struct Foo {
    x: i32,
}

type Alias = Foo;

#[derive(XValidation)]
struct Spec {
    foo: Alias,
}

fn main() {}
