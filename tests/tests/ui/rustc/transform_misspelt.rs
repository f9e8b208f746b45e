use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
#[schemars(transform = Spec::x_validation)]
#[x_validation(rule = "self.a > 0")]
struct Spec {
    a: i32,
}

fn main() {}
