use cel_runtime::XValidation;

#[derive(XValidation)]
struct Hooks<T> {
    run: fn(T) -> T,
}

fn main() {}
