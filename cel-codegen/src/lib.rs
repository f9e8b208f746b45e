//! Ahead-of-time compiler for Kubernetes CRD validation rules.
//!
//! `parse` → `check` → `plan` → `emit`: each stage takes the type the one before it gives and returns its own.

pub mod ast;
pub mod diagnostic;
pub mod rule;
pub mod schema;
pub mod types;
