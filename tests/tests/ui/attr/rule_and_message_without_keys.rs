use cel_runtime::XValidation;
use schemars::JsonSchema;

#[derive(XValidation, JsonSchema)]
#[schemars(transform = Spec::x_validations)]
#[x_validation("self.min > 0", "min is positive")]
struct Spec {
    min: i32,
}

fn main() {}
