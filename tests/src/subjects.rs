//! The subjects of this crate's programs: a table for each program, and a module for each subject.
//!
//! The numbers in the tables are those that `.ci/run` uses.

pub mod builds;
#[cfg(feature = "long")]
pub mod cluster;
#[cfg(feature = "long")]
pub mod limits;
pub mod oracle;
pub mod tables;
