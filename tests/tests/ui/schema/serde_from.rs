use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(try_from = "String")]
struct Port(#[x_validation(rule = "self > 0")] u16);

#[derive(XValidation)]
#[serde(from = "String")]
struct Labels {
    labels: std::ops::Range<u16>,
}

fn main() {}
