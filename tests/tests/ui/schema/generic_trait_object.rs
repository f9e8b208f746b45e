use cel_runtime::XValidation;

#[derive(XValidation)]
struct Hooks<T> {
    run: Box<dyn Fn(T)>,
}

fn main() {}
