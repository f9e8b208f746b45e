//! Ahead-of-time compiler for Kubernetes CRD validation rules.
//!
//! `parse` → `check` → `plan` → `emit`: each stage takes the result type of the stage before it and returns its own type.

pub mod ast;
pub use cel_types::by_name;
mod by_expr;
pub mod checker;
pub mod cost;
#[cfg(feature = "crd")]
pub mod crd;
pub mod diagnostic;
pub mod env;
pub mod exact;
mod ir;
pub mod library;
pub mod lints;
mod lower;
pub mod parser;
mod passes;
pub mod plan;
mod print;
pub mod rule;
pub mod schema;
pub mod types;
pub mod unparser;
pub mod visit;
