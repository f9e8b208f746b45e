//! A realistic custom resource whose rules are compiled, and what the example programs share

mod manifest;
pub mod network;
pub mod rollout;
pub mod scaler;
pub mod schedule;
pub mod status;
mod verdict;

pub use manifest::{Document, Expectation, Problem, bundled, documents};
pub use scaler::{Scaler, ScalerSpec};
pub use verdict::Verdict;

use kube::CustomResourceExt;

/// The CustomResourceDefinition of the Scaler, as YAML.
pub fn crd_yaml() -> Result<String, serde_saphyr::ser::Error> {
    serde_saphyr::to_string(&Scaler::crd())
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
