//! Messages have no placeholders.

#![deny(warnings)]

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.min <= self.max", message = "{self.min} must be at most {self.max}")]
#[x_validation(rule = "self.name.startsWith('${self.zone}-')")]
#[x_validation(rule = "self.min > 0", message_expression = "'not ${self.min}'")]
struct Scale {
    min: i32,
    max: i32,
    #[schemars(length(max = 63))]
    name: String,
    #[schemars(length(max = 63))]
    zone: String,
}

fn main() {}
