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

/// The programs in README and book, which `cargo test` compiles and runs.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../README.md")]
    struct Readme;
    #[doc = include_str!("../../docs/tutorial.md")]
    struct Tutorial;
    #[doc = include_str!("../../docs/messages.md")]
    struct Messages;
    #[doc = include_str!("../../docs/updates.md")]
    struct Updates;
    #[doc = include_str!("../../docs/types.md")]
    struct Types;
    #[doc = include_str!("../../docs/kube.md")]
    struct Kube;
    #[doc = include_str!("../../docs/costs.md")]
    struct Costs;
    #[doc = include_str!("../../docs/limits.md")]
    struct Limits;
    #[doc = include_str!("../../docs/existing-crd.md")]
    struct ExistingCrd;
}
