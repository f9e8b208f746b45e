use cel_runtime::XValidation;

#[derive(XValidation)]
struct Foo {
    x: i32,
}

#[derive(XValidation)]
struct Bar {
    x: i32,
}

#[derive(XValidation)]
struct Spec {
    #[x_validation(schema = Bar)]
    foo: Foo,
}

fn main() {}
