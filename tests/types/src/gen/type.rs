//! The file of a module whose name is raw.

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The alias leads through both modules.
pub type All = Vec<crate::gen::r#type::One>;

/// Behind the alias.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct One {
    /// A number.
    pub a: i32,
}

/// Found from the file of the module.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Several::x_validations)]
#[x_validation(rule = "self.more[0].a > 0")]
pub struct Several {
    /// An alias.
    pub more: crate::gen::r#type::All,
}
