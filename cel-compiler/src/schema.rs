//! What the compiler computes from schemas: paths of rules, generic types, rules that wait for a type's arguments.
//!
//! [`cel_types::schema`] has the schemas themselves, and the text that passes them between crates.

pub use cel_types::schema::*;

pub mod field_path;
pub mod generics;
pub mod late;
pub mod types;
