//! The table of k8s-openapi's types (`cel-types/src/kubernetes.rs`).

use crate::{
    kubernetes::written,
    program::{Asked, Report, Result},
};

/// Writes the table from the crate's source.
pub fn write(_: &Asked, _: &mut Report) -> Result<()> {
    written::write()
}
