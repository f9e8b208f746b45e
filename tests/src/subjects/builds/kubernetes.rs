//! Compares the table of k8s-openapi's types with the schemas of k8s-openapi itself, which is built once per version of Kubernetes.

use crate::{
    kubernetes::{MINORS, compared},
    program::{Asked, Report, Result},
};

/// Compares the oldest and the newest version.
pub fn ends(_: &Asked, report: &mut Report) -> Result<()> {
    let [first, .., last] = MINORS;
    compared::compare(&[first, last], report)
}

/// Compares all versions.
pub fn all(_: &Asked, report: &mut Report) -> Result<()> {
    compared::compare(&MINORS, report)
}
