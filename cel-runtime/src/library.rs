//! The function libraries of Kubernetes' CEL environment, as generated code calls them.
//!
//! One module per library, named as in the compiler. Each function names its CEL function, its errors, and the version of Kubernetes
//! that has it.

mod address;
pub mod cidr;
mod constant;
pub mod format;
pub mod ip;
pub mod lists;
pub mod quantity;
#[cfg(feature = "regex")]
pub mod regex;
pub mod scan;
pub mod semver;
pub mod sets;
pub mod strings;
pub mod time;
pub mod url;

pub use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        list::{CelList, List},
        ops::Outcome,
    },
};
