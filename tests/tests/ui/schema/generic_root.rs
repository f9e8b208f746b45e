use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root)]
struct Template<T> {
    spec: T,
}

fn main() {}
