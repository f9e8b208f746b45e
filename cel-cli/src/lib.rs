//! What the command `cel-codegen` consists of.

pub mod interpreter;
