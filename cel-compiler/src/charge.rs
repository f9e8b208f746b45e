//! The cost classes by which a version's servers estimate calls. The cost classes themselves are those of `cel_types::charge`.

use crate::decls::KubernetesVersion;
pub use cel_types::charge::{Basis, Measure, basis};

/// Cost class that a version's servers estimate a call with: the estimate of an overload may have been lower than its charge.
#[must_use]
pub fn estimated(function: &str, overload: &str, version: KubernetesVersion) -> Basis {
    let earlier = EARLIER.iter().find(|earlier| earlier.overload == overload && version < earlier.until);
    earlier.map_or_else(|| basis(function, overload), |earlier| earlier.basis)
}

/// Cost class of an overload in the estimates before a version.
struct Earlier {
    overload: &'static str,
    until: KubernetesVersion,
    basis: Basis,
}

const EARLIER: &[Earlier] =
    &[Earlier { overload: "matches", until: KubernetesVersion::of_release(37), basis: Basis::Unit }];
