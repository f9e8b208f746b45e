//! Schemas as the compiler asks them: the paths of rules, generic types, rules that wait for a type's arguments.
//!
//! The schemas themselves, and the text in which crates hand them to each other, are those of [`cel_types::schema`].

pub use cel_types::schema::*;

pub mod field_path;
pub mod generics;
pub mod late;
