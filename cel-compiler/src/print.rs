//! Rust for the intermediate representation, and for the code around a rule. Nothing is decided here: each value and statement has one
//! printed form. No other file of the compiler writes Rust. The code is text: a macro runs unoptimised in most builds, and rustc's
//! lexer reads a text in a tenth of the steps that it takes to make each token.

mod constant;
mod cost;
mod coverage;
mod exact;
mod function;
mod read;
mod repr;
mod rule;
mod statement;
mod text;
#[cfg(feature = "crd")]
pub mod validators;
mod value;

pub use rule::{CompiledExpression, CompiledRule};
