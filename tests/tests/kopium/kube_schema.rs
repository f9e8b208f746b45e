// WARNING: written by hand, as a generator writes such files.
// With `--docs --schema=derived --derive=KubeSchema --derive=XValidation`, where the rules of the CRD are those of kube.

#[allow(unused_imports)]
mod prelude {
    pub use cel_runtime::XValidation;
    pub use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
    pub use kube::core::{ListMerge, Rule};
    pub use kube::{CustomResource, KubeSchema};
    pub use schemars::JsonSchema;
    pub use serde::{Deserialize, Serialize};
    pub use std::collections::BTreeMap;
}
use self::prelude::*;

/// RelaySpec defines the desired state of Relay.
#[derive(CustomResource, XValidation, KubeSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kube(group = "example.dev", version = "v1", kind = "Relay", plural = "relays")]
#[kube(namespaced)]
#[kube(derive = "PartialEq")]
pub struct RelaySpec {
    /// Names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 16), inner(length(max = 63)))]
    #[x_kube(validation = Rule::new("self.all(h, h != '')").message("hosts have names"))]
    pub hosts: Option<Vec<String>>,
    /// The address that is listened to.
    #[schemars(length(max = 64))]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["name".into()]))]
    pub listeners: Vec<RelayListeners>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_kube(validation = "self > 0")]
    pub replicas: Option<i32>,
    /// Immutable.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "relayClass")]
    #[schemars(length(max = 63))]
    #[x_kube(validation = ("self == oldSelf", "the class is immutable"))]
    pub relay_class: Option<String>,
}

#[derive(XValidation, KubeSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[x_kube(
    validation = Rule::new("!has(self.protocol) || self.protocol != 'UDP' || self.port > 1024")
        .message("UDP needs a high port")
)]
pub struct RelayListeners {
    #[schemars(length(max = 63))]
    pub name: String,
    pub port: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<RelayListenersProtocol>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum RelayListenersProtocol {
    #[serde(rename = "TCP")]
    Tcp,
    #[serde(rename = "UDP")]
    Udp,
}
