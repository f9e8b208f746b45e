use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
struct Limits {
    min: i32,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.min > 0")]
struct Spec {
    #[schemars(flatten)]
    limits: Limits,
}

fn main() {}
