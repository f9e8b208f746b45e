use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec(i32, String);

fn main() {}
