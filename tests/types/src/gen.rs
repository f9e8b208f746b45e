//! Names that are keywords: this module's in newer editions, that of the module inside in all.

pub mod r#type;

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A field whose name is a keyword of the edition in which the derive writes.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Seed::x_validations)]
#[x_validation(rule = "self.gen > 0 && self.last.gen > 0 && self.all[0].a > 0")]
pub struct Seed {
    /// A number.
    #[x_validation(rule = "self == oldSelf")]
    pub gen: i32,
    /// A path with the name.
    pub last: crate::gen::Last<i32>,
    /// An alias behind the name.
    pub all: crate::gen::r#type::All,
}

/// The same with a parameter.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Last::<T>::x_validations)]
#[x_validation(rule = "self.gen == oldSelf.gen")]
pub struct Last<T> {
    /// A value.
    pub gen: T,
}
