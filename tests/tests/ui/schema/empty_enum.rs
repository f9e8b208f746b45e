use cel_runtime::XValidation;

#[derive(XValidation)]
enum Never {}

fn main() {}
