//! Random trees of Rust types that derive `XValidation`, with rules at all kinds of nodes. Programs with these types judge objects
//! of them. All from a fixed seed.

pub mod crates;
pub mod foreign;
pub mod generator;
pub mod judgement;
pub mod model;
pub mod objects;
pub mod rules;
pub mod scalars;
pub mod schema;
pub mod shrink;
pub mod source;
