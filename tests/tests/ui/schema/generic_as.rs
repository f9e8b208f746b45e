use cel_runtime::XValidation;

#[derive(XValidation)]
struct Template<T> {
    #[x_validation(as = "string")]
    spec: Vec<T>,
}

fn main() {}
