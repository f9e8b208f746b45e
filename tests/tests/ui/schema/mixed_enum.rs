use cel_runtime::XValidation;

#[derive(XValidation)]
enum Source {
    None,
    Git { url: String },
}

fn main() {}
