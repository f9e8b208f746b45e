//! Rust for the intermediate representation, and for the code around a rule. Nothing is decided here: each value and statement has one
//! printed form. No other file of the compiler sees tokens.

mod constant;
mod cost;
mod coverage;
mod exact;
mod function;
mod read;
mod repr;
mod rule;
mod statement;
#[cfg(feature = "crd")]
pub mod validators;
mod value;

pub use rule::{CompiledExpression, CompiledRule};
