use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(XValidation, JsonSchema, Serialize)]
#[schemars(transform = Spec::x_validations)]
#[validate(rule = "self.min <= self.max")]
struct Spec {
    #[validate(length(max = 63))]
    #[x_validation(rule = "self != ''")]
    name: String,
    #[validate(rule = "self >= 0", message = "must not be negative")]
    min: i64,
    max: i64,
}

fn main() {}
