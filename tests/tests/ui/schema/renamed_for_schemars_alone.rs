use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.minSize > 0")]
struct Spec {
    #[schemars(rename = "minSize")]
    min_size: i32,
}

fn main() {}
