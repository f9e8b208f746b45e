use cel_runtime::XValidation;
use schemars::JsonSchema;

#[derive(XValidation, JsonSchema)]
#[schemars(transform = Spec::x_validations)]
struct Spec {
    #[x_validation(rule = "oldSelf.hasValue() || self > 0", optionalOldSelf = true)]
    min: i32,
}

fn main() {}
