//! The table of k8s-openapi's types, beside the schemas that k8s-openapi itself has, built for a version of Kubernetes each.

use crate::{
    kubernetes::{MINORS, compared},
    program::{Asked, Report, Result},
};

/// The oldest and the newest version.
pub fn ends(_: &Asked, report: &mut Report) -> Result<()> {
    let [first, .., last] = MINORS;
    compared::compare(&[first, last], report)
}

/// All versions.
pub fn all(_: &Asked, report: &mut Report) -> Result<()> {
    compared::compare(&MINORS, report)
}
