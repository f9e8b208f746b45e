//! Rules that may show behaviour of the Go implementation that ordinary rules cannot reach. Their code is a tree of calls over values
//! whose types only run time knows (`cel_runtime::__private::exact`). The command's interpreter makes the same calls.

mod functions;
mod leftovers;
mod needs;

pub use functions::{Candidate, candidates, field_types};
pub(crate) use needs::{adds_lists, needs, properties};
