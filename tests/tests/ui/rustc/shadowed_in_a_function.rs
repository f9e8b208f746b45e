use cel_runtime::XValidation;

#[derive(XValidation)]
struct Foo {
    a: i32,
}

fn function() {
    #[derive(XValidation)]
    struct Foo {
        b: i32,
    }

    #[derive(XValidation)]
    struct Spec {
        foo: Foo,
    }
}

fn main() {}
