use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(
    root,
    rule = "self.names.size() < 10",
    message_expression = "'too many names: ' + self.names.join(' and ')",
    manual_crd
)]
struct Scaler {
    names: Vec<String>,
}

fn main() {}
