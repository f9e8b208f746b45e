// WARNING: written by hand, as a generator writes such files.
// With `--docs --schema=disabled --derive=XValidation`.

#[allow(unused_imports)]
mod prelude {
    pub use cel_runtime::XValidation;
    pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
    pub use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
    pub use kube::CustomResource;
    pub use serde::{Deserialize, Serialize};
    pub use std::collections::BTreeMap;
}
use self::prelude::*;

/// MeshSpec defines the desired state of a Mesh.
#[derive(CustomResource, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[kube(group = "example.dev", version = "v1", kind = "Mesh", plural = "meshes")]
#[kube(namespaced)]
#[kube(status = "MeshStatus")]
#[kube(schema = "disabled")]
#[kube(derive = "Default")]
#[kube(derive = "PartialEq")]
#[x_validation(
    rule = "self.type != 'ExternalName' || has(self.hostName)",
    message = "an external name has a host"
)]
#[x_validation(
    rule = "!has(self.selector) || self.selector.matchLabels.all(k, self.selector.matchLabels[k] != '')"
)]
pub struct MeshSpec {
    /// Annotations for what is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<BTreeMap<String, String>>,
    /// Where requests go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_validation(items(rule = "type(self.port) == int", message = "a port is a number"))]
    pub backends: Option<Vec<MeshBackends>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<BTreeMap<String, serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "hostName")]
    pub host_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "$ref")]
    pub r#ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<MeshSelector>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<BTreeMap<String, serde_json::Value>>,
    /// The type.
    #[serde(rename = "type")]
    pub r#type: MeshType,
}

/// A backend.
#[derive(XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct MeshBackends {
    pub name: String,
    pub port: IntOrString,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "targetPorts")]
    pub target_ports: Option<BTreeMap<String, IntOrString>>,
}

#[derive(XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct MeshSelector {
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "matchExpressions")]
    pub match_expressions: Option<Vec<MeshSelectorMatchExpressions>>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "matchLabels")]
    pub match_labels: Option<BTreeMap<String, String>>,
}

#[derive(XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct MeshSelectorMatchExpressions {
    pub key: String,
    pub operator: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
}

/// MeshSpec defines the desired state of a Mesh.
#[derive(XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub enum MeshType {
    #[serde(rename = "ClusterIP")]
    #[default]
    ClusterIp,
    ExternalName,
    #[serde(rename = "load-balancer")]
    LoadBalancer,
}

#[derive(XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[x_validation(rule = "!has(self.conditions) || self.conditions.all(c, c.type != '')", manual_crd)]
pub struct MeshStatus {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "observedGeneration")]
    pub observed_generation: Option<i64>,
}
