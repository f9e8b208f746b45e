use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: <Vec<i32> as IntoIterator>::Item,
}

fn main() {}
