use cel_runtime::XValidation;

#[derive(XValidation)]
struct Foo {
    x: i32,
}

#[cfg(unix)]
type Alias = Foo;
#[cfg(not(unix))]
type Alias = u32;

#[derive(XValidation)]
struct Spec {
    foo: Alias,
}

fn main() {}
