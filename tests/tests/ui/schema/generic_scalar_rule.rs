use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(as = "string", manual_crd, rule = "self != ''")]
struct Code<T>(T);

fn main() {}
