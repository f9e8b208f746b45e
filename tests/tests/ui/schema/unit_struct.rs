use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec;

fn main() {}
