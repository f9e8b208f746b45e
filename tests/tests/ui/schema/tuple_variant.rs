use cel_runtime::XValidation;

#[derive(XValidation)]
enum Source {
    Git(String, i32),
}

fn main() {}
