use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    x: Pair<i32>,
}

struct Pair<T>(T, T);

fn main() {}
