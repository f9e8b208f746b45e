//! An opaque value that its schema refuses is an error where a rule reads it.

use super::super::answers::compare_updates;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Refused", namespaced)]
#[schemars(transform = RefusedSpec::x_validations)]
#[x_validation(rule = "self.when == oldSelf.when")]
#[x_validation(rule = "self.when != oldSelf.when")]
#[x_validation(rule = "self.number != oldSelf.number")]
pub struct RefusedSpec {
    #[schemars(extend("format" = "date-time"))]
    #[x_validation(opaque)]
    when: String,
    #[x_validation(opaque)]
    number: u64,
}

#[test]
fn refused_values_are_errors_where_they_are_read() {
    let right = json!({ "when": "2024-01-01T00:00:00Z", "number": 1 });
    let wrong = json!({ "when": "x", "number": u64::MAX });
    let pairs = [
        [right.clone(), right.clone()],
        [wrong.clone(), right.clone()],
        [right, wrong.clone()],
        [wrong.clone(), wrong],
    ];
    compare_updates::<Refused, RefusedSpec>("refused", &pairs);
}
