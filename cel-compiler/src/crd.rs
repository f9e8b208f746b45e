//! Custom resource definitions as files: YAML or JSON to the schema model, and to native validators.
//!
//! `document` (text to values with their places) → `definition` (the CRDs and versions in them) → `props` (what a schema says,
//! read as the API server reads it) → `decl_type` (the compiler's model) → `validators` (native Rust); `structs` writes Rust types with the same rules. Nothing else here knows
//! anything of Rust structs; everything behind `decl_type` is shared with them.

pub mod check;
pub mod decl_type;
pub mod definition;
pub mod document;
pub mod field_path;
pub mod lines;
pub mod place;
pub mod props;
mod release;
pub mod structs;

pub use crate::print::validators;
