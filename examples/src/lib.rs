//! A realistic custom resource with compiled rules, and the common code of the example programs

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
    macro_rules! pages {
        ($($page:ident $file:literal)*) => {
            $(#[doc = include_str!(concat!(env!("OUT_DIR"), "/", $file))] struct $page;)*
        };
    }

    pages! {
        Readme "README.md"
        Attributes "attributes.md"
        Costs "costs.md"
        ExistingCrd "existing-crd.md"
        Kube "kube.md"
        Limits "limits.md"
        Messages "messages.md"
        Methods "methods.md"
        RustTypes "rust-types.md"
        Testing "testing.md"
        Tutorial "tutorial.md"
        Types "types.md"
        Updates "updates.md"
        Webhook "webhook.md"
    }
}
