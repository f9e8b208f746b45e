//! Custom resource definitions as files: YAML or JSON to the schema model, and to native validators.
//!
//! `text` (a file to its text) → `document` (text to values with their places) → `definition` (the CRDs and versions in them) → `props` (the keywords of a schema,
//! read as the API server reads them) → `decl_type` (the compiler's model) → `validators` (native Rust). `structs` writes Rust types with
//! the same rules. No other file here knows Rust structs. The stages behind `decl_type` also serve Rust structs.

pub mod check;
pub mod decl_type;
pub mod definition;
pub mod document;
pub mod field_path;
pub mod keys;
pub mod lines;
pub mod lost;
pub mod place;
pub mod props;
mod release;
pub mod structs;
pub mod text;

pub use crate::print::validators;
