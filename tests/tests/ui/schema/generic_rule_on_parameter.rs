use cel_runtime::XValidation;

#[derive(XValidation)]
struct Template<T> {
    #[x_validation(rule = "self > 0")]
    spec: T,
}

fn main() {}
