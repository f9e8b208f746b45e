//! Types that other crates nest in theirs.

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod inner {
    use super::*;

    /// Reached by a re-export only.
    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[schemars(transform = Limits::x_validations)]
    #[x_validation(rule = "self.min <= self.max", message = "min must not exceed max")]
    pub struct Limits {
        /// At least.
        pub min: i32,
        /// At most.
        pub max: i32,
    }
}

pub use inner::{Limits, Limits as Bounds};
