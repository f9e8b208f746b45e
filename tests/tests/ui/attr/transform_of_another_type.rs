use cel_runtime::XValidation;
use schemars::JsonSchema;

#[derive(JsonSchema, XValidation)]
#[schemars(transform = Limits::x_validations)]
#[x_validation(rule = "self.min <= self.max")]
struct Limits {
    min: i64,
    max: i64,
}

#[derive(JsonSchema, XValidation)]
#[schemars(transform = Limits::x_validations)]
#[x_validation(rule = "self.size > 0")]
struct Spec {
    size: i64,
    limits: Limits,
}

fn main() {}
