use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(JsonSchema, XValidation, Serialize, Deserialize)]
#[x_validation(deny(field_not_in_schema))]
pub struct Pool {
    pub min: i64,
    #[schemars(skip)]
    pub hint: Option<String>,
    #[schemars(skip)]
    #[serde(default, skip_serializing)]
    pub only_read: i64,
}

fn main() {}
