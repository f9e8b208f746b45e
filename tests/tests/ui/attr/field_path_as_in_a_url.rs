use cel_runtime::XValidation;
use schemars::JsonSchema;

#[derive(XValidation, JsonSchema)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.min > 0", field_path = "/min")]
struct Spec {
    min: i32,
}

fn main() {}
