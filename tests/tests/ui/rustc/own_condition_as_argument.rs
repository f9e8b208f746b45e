use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod conditions {
    use super::*;

    macro_rules! named {
        ($name:ident) => {
            #[derive(JsonSchema, XValidation, Serialize, Deserialize)]
            pub struct $name {
                pub name: String,
            }
        };
    }
    named!(Condition);
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
