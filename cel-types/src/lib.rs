//! Values of Kubernetes CEL rules and their texts, as pure functions. The compiler folds constants with them, and generated code uses them
//! at run time. So both give the results of the API server.
//!
//! The API server is written in Go, and most of this crate follows Go: how it reads and prints numbers, durations and times, and how it
//! quotes strings. Schemas are here because both the compiler and the runtime read their text.

#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unwrap_used
    )
)]

pub mod by_name;
pub mod charge;
pub mod cost;
pub mod duration;
pub mod escaping;
pub mod format;
pub mod formatted;
pub mod kubernetes;
pub mod message;
pub mod number;
mod operator;
pub mod quote;
pub mod regex;
pub mod schema;
pub mod timestamp;
mod type_name;

pub use duration::Duration;
pub use operator::Operator;
pub use timestamp::{Timestamp, Zone};
pub use type_name::TypeName;
