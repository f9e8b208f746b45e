use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod conditions {
    use super::*;

    #[derive(JsonSchema, XValidation, Serialize, Deserialize)]
    #[schemars(transform = Condition::x_validations)]
    pub struct Condition {
        #[x_validation(rule = "self != ''")]
        pub name: String,
    }
}

mod spec {
    use super::{conditions::*, *};

    #[derive(JsonSchema, XValidation, Serialize, Deserialize)]
    pub struct Page<T> {
        items: Vec<T>,
    }

    #[derive(JsonSchema, XValidation, Serialize, Deserialize)]
    pub struct Spec {
        conditions: Page<Condition>,
    }
}

fn main() {}
