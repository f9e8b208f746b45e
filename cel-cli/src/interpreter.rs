//! Checked expressions evaluated as they stand: rules judge a CRD's default values while nothing is compiled yet.
//!
//! Every operator and every function is the one that generated code calls (`cel_runtime::generated`, `cel_runtime::library`);
//! here is only the walk over the tree, over values whose types all are known at run time only.

mod rule;

pub use rule::{Judgement, Rule};
