// WARNING: written by hand, as a generator writes such files.
// With `--docs --schema=derived --derive=JsonSchema --derive=XValidation`.

#[allow(unused_imports)]
mod prelude {
    pub use cel_runtime::XValidation;
    pub use k8s_openapi::api::core::v1::ObjectReference;
    pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
    pub use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
    pub use kube::CustomResource;
    pub use schemars::JsonSchema;
    pub use serde::{Deserialize, Serialize};
    pub use std::collections::BTreeMap;
}
use self::prelude::*;

/// DepotSpec defines the desired state of Depot.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kube(group = "example.dev", version = "v1", kind = "Depot", plural = "depots")]
#[kube(namespaced)]
#[kube(status = "DepotStatus")]
#[schemars(transform = DepotSpec::x_validations)]
#[x_validation(rule = "self.mode != ''", message = "a mode is needed")]
pub struct DepotSpec {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<DepotCode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<BTreeMap<String, IntOrString>>,
    pub mode: DepotMode,
    #[x_validation(rule = "has(self.kind)", message = "a reference has a kind")]
    pub reference: ObjectReference,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_validation(
        rule = "!has(self.matchExpressions) || self.matchExpressions.all(e, has(e.values))",
        message = "expressions have values"
    )]
    pub selector: Option<LabelSelector>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "valuesFrom")]
    pub values_from: Option<BTreeMap<String, serde_json::Value>>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum DepotCode {
    #[serde(rename = "301")]
    r#_301,
    #[serde(rename = "302")]
    r#_302,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum DepotMode {
    #[serde(rename = "")]
    KopiumEmpty,
    #[serde(rename = "a+b")]
    AB,
    #[serde(rename = "a-b")]
    AB_2,
}

/// DepotStatus is the observed state.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schemars(transform = DepotStatus::x_validations)]
#[x_validation(
    rule = "!has(self.conditions) || self.conditions.all(c, c.type != 'Ready' || c.reason != '')",
    message = "Ready has a reason"
)]
pub struct DepotStatus {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8))]
    pub conditions: Option<Vec<Condition>>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "observedGeneration")]
    pub observed_generation: Option<i64>,
}
