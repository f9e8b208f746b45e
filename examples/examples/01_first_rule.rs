//! One rule on a custom resource. `cargo build` compiles it; `x_validate` runs it.
//!
//! ```text
//! 1 to 3: accepted
//! 3 to 1: spec: Invalid value: min must not exceed max
//! ```

use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `self` is the object, and the rule names its fields as they are called in JSON: `self.minReplicas`.
#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Pool", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = PoolSpec::x_validations)] // puts the rule into the CRD
#[x_validation(rule = "self.minReplicas <= self.maxReplicas", message = "min must not exceed max")]
struct PoolSpec {
    min_replicas: i32,
    max_replicas: i32,
}

fn main() {
    for (min_replicas, max_replicas) in [(1, 3), (3, 1)] {
        let pool = Pool::new("web", PoolSpec { min_replicas, max_replicas });
        print!("{min_replicas} to {max_replicas}: ");
        match pool.x_validate() {
            Ok(()) => println!("accepted"),
            Err(errors) => println!("{errors}"),
        }
    }
}
