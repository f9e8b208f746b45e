use cel_runtime::XValidation;
use serde::{Deserialize, Serialize};

/// A pool of workers.
///
/// +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min must not exceed max"
#[derive(XValidation, Serialize, Deserialize)]
#[x_validation(deny(kubebuilder_mark))]
pub struct Pool {
    /// +kubebuilder:validation:Minimum=1
    pub min: i64,
    pub max: i64,
    /// +kubebuilder:validation:MaxItems=8
    #[x_validation(allow(kubebuilder_mark))]
    pub ports: Vec<i64>,
}

fn main() {}
