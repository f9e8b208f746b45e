//! Gateways: listeners with keys, ports that are numbers or names, opaque parts of another crate.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::apimachinery::pkg::{apis::meta::v1::LabelSelector, util::intstr::IntOrString};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "net.example.dev", version = "v1", kind = "Edge", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = EdgeSpec::x_validations)]
#[x_validation(
    rule = "self.listeners.all(l, type(l.port) == int ? l.port > 0 : l.port != '')",
    message = "a port"
)]
#[x_validation(
    rule = "self.tls == oldSelf.tls",
    message = "settings of TLS do not change",
    field_path = ".tls"
)]
#[x_validation(rule = "!has(self.routes.matchLabels) || self.routes.matchLabels.all(k, k.contains('/'))")]
pub struct EdgeSpec {
    #[schemars(length(max = 16), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    #[x_validation(items(rule = "self.protocol == oldSelf.protocol || self.port != oldSelf.port"))]
    listeners: Vec<Listener>,
    routes: LabelSelector,
    /// Of the crate of a proxy.
    #[x_validation(opaque)]
    tls: proxy::Tls,
    #[x_validation(opaque)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    filters: Vec<proxy::Filter>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Listener {
    #[schemars(length(max = 63))]
    name: String,
    port: IntOrString,
    protocol: Protocol,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "UPPERCASE")]
pub enum Protocol {
    Http,
    Tcp,
}

/// A crate that knows nothing of rules.
mod proxy {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    pub struct Tls {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        pub versions: Vec<String>,
        #[schemars(extend("format" = "duration"))]
        pub timeout: String,
    }

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    pub struct Filter {
        pub name: String,
    }
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Edge>();
    let spec = json!({
        "listeners": [{ "name": "a", "port": 80, "protocol": "HTTP" }, { "name": "b", "port": "ssh", "protocol": "TCP" }],
        "routes": { "matchLabels": { "x/a": "b" } }, "tls": { "versions": ["1.2", "1.3"], "timeout": "60s" },
        "filters": [{ "name": "f" }],
    });
    vec![
        Crd::of::<Edge>([json!({ "spec": spec })])
            .create(json!({ "/spec/listeners/0/port": 0 }))
            .create(json!({ "/spec/listeners/1/port": "", "/spec/routes/matchLabels": { "a": "b" } }))
            .update(json!({}), json!({ "/spec/tls": { "versions": ["1.3", "1.2"], "timeout": "1m" } }))
            .update(json!({}), json!({ "/spec/tls/timeout": "61s" }))
            .update(json!({}), json!({ "/spec/listeners/0/protocol": "TCP" })),
    ]
}
