//! Rules in which behaviour of the Go implementation may show that ordinary rules cannot reach: a tree of calls over values whose types
//! are known at run time only (`cel_runtime::__private::exact`). The command's interpreter makes the same calls.

mod functions;
mod leftovers;
mod needs;

pub use functions::{Candidate, candidates, field_types};
pub(crate) use needs::{adds_lists, needs, properties};
