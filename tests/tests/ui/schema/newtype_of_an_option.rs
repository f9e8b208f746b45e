use cel_runtime::XValidation;

#[derive(XValidation)]
struct Maybe(Option<i32>);

fn main() {}
