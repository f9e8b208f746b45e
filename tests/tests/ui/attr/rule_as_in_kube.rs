use cel_runtime::XValidation;
use schemars::JsonSchema;

#[derive(XValidation, JsonSchema)]
#[schemars(transform = Spec::x_validations)]
struct Spec {
    #[x_validation(rule = ("self > 0", "min is positive"))]
    min: i32,
}

fn main() {}
