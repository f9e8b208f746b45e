//! A status has rules, too, and rules of the resource see spec and status. The server judges a write of the status like an update.
//!
//! ```text
//! status.phase: Invalid value: a job is done when all its parts are
//! status: Invalid value: more parts are ready than there are
//! ```

use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Batch", namespaced, status = "BatchStatus")]
// A rule on the resource, in the attribute that kube has for it
#[kube(validation = Rule::new("!has(self.status) || self.status.ready <= self.spec.parts")
    .message("more parts are ready than there are")
    .field_path(".status"))]
#[schemars(transform = BatchSpec::x_validations)]
struct BatchSpec {
    parts: i32,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = BatchStatus::x_validations)]
#[x_validation(
    rule = "self.phase != 'Done' || self.ready >= self.total",
    message = "a job is done when all its parts are",
    field_path = ".phase"
)]
struct BatchStatus {
    ready: i32,
    total: i32,
    phase: String,
}

fn main() {
    let mut batch = Batch::new("night", BatchSpec { parts: 3 });
    for (ready, total, phase) in [(2, 3, "Done"), (4, 4, "Done")] {
        batch.status = Some(BatchStatus { ready, total, phase: phase.to_owned() });
        if let Err(errors) = batch.x_validate() {
            println!("{errors}");
        }
    }
}
