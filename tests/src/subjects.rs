//! What the programs of this crate can be asked to do: a table for each program, a module for each subject.
//!
//! The numbers in the tables are those that `.ci/run` asks for.

pub mod builds;
#[cfg(feature = "long")]
pub mod cluster;
#[cfg(feature = "long")]
pub mod limits;
pub mod oracle;
pub mod tables;
