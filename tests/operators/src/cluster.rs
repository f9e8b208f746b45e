//! Clusters of nodes: groups that are generic in their configuration and a constant, quantities, free-form values, a status of
//! another module, shared pointers.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::{
    Affinity, ConfigMapKeySelector, LocalObjectReference, PodSpec, Probe, ResourceRequirements, Toleration,
    Volume,
};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "nodes.example.dev",
    version = "v1",
    kind = "NodeCluster",
    namespaced,
    status = "status::ClusterStatus",
    scale(spec_replicas_path = ".spec.nodes.size", status_replicas_path = ".status.ready")
)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = NodeClusterSpec::x_validations)]
#[x_validation(
    rule = "self.nodes.size >= 3 || !('master' in self.roles)",
    message_expression = "'%d nodes do not elect a master'.format([self.nodes.size])",
    field_path = ".nodes.size"
)]
#[x_validation(
    rule = "self.roles.all(k, quantity(self.roles[k].config.heap).isLessThan(quantity('32Gi')))",
    message = "heaps stay below 32Gi"
)]
#[x_validation(rule = "self.gateways.zones.size() <= self.nodes.zones.size()", message = "gateways")]
#[x_validation(
    rule = "!has(self.paused) || !self.paused || self.nodes == oldSelf.nodes && self.gateways == oldSelf.gateways",
    message = "paused"
)]
#[x_validation(rule = "self.volumes.all(v, has(v.emptyDir) != has(v.hostPath))", message = "one source")]
pub struct NodeClusterSpec {
    nodes: Nodes<3>,
    #[schemars(extend("maxProperties" = 3))]
    roles: BTreeMap<Arc<str>, Group<Heap>>,
    gateways: Group<PodSpec, 2>,
    #[serde(default)]
    extra: Group<FreeForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused: Option<bool>,
    #[serde(default)]
    #[schemars(length(max = 3))]
    volumes: Arc<[Volume]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 3), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["port", "protocol"]))]
    #[x_validation(items(rule = "self.name == oldSelf.name", message = "a port keeps its name"))]
    ports: Vec<Port>,
}

/// How many zones there are is a constant.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Nodes::<ZONES>::x_validations)]
#[x_validation(rule = "self.size >= self.zones.size()", message = "empty zones", field_path = ".zones")]
pub struct Nodes<const ZONES: usize> {
    size: u16,
    #[schemars(length(max = ZONES), inner(length(max = 20)))]
    zones: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_validation(
        rule = "!has(self.limits) || !has(self.requests) || self.requests.all(k, k in self.limits)",
        reason = "FieldValueRequired",
        message = "a limit for each request"
    )]
    resources: Option<Arc<ResourceRequirements>>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Group::<T, ZONES>::x_validations)]
#[x_validation(rule = "self.tolerations.all(t, has(t.key))", message = "keys")]
#[x_validation(
    rule = "!has(self.probe) || has(self.probe.httpGet) && type(self.probe.httpGet.port) == int",
    message = "a port that is a number",
    field_path = ".probe.httpGet.port"
)]
pub struct Group<T: Default, const ZONES: usize = 3> {
    #[serde(default)]
    config: T,
    #[serde(default)]
    #[schemars(length(max = ZONES), inner(length(max = 20)))]
    zones: Vec<String>,
    #[serde(default)]
    #[schemars(length(max = 2))]
    tolerations: Vec<Toleration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    affinity: Option<Affinity>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    probe: Option<Probe>,
    #[serde(default, skip_serializing_if = "HashMap::is_empty")]
    #[schemars(extend("maxProperties" = 2))]
    #[x_validation(values(
        rule = "type(self) == int || isQuantity(self) && quantity(self).isGreaterThan(quantity('0'))"
    ))]
    limits: HashMap<String, Quantity>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(default)]
#[schemars(transform = Heap::x_validations)]
pub struct Heap {
    #[schemars(length(max = 10))]
    #[x_validation(rule = "isQuantity(self)", message = "a quantity")]
    heap: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Box<ConfigMapKeySelector>>,
}

impl Default for Heap {
    fn default() -> Self {
        Heap { heap: "1Gi".to_owned(), from: None }
    }
}

/// The file that the program reads.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct FreeForm {
    #[schemars(length(max = 10))]
    version: String,
    #[serde(flatten)]
    values: BTreeMap<String, Value>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Port {
    #[serde(default)]
    #[schemars(length(max = 15))]
    name: String,
    port: u16,
    protocol: Protocol,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "UPPERCASE")]
pub enum Protocol {
    Tcp,
    Udp,
}

/// Its types by the path of a module.
mod status {
    use super::*;
    use k8s_openapi::apimachinery::pkg::apis::meta::v1;

    #[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(rename_all = "camelCase", default)]
    #[schemars(transform = ClusterStatus::x_validations)]
    #[x_validation(rule = "self.ready > 0 || !has(self.leader)", message = "no leader of nothing")]
    pub struct ClusterStatus {
        ready: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        leader: Option<LocalObjectReference>,
        #[schemars(length(max = 2))]
        #[x_validation(items(rule = "self.status in ['True', 'False', 'Unknown']", message = "a status"))]
        conditions: Vec<v1::Condition>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[x_validation(rule = "self >= oldSelf", message = "time goes on")]
        since: Option<v1::MicroTime>,
    }
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<NodeCluster>();
    let spec = json!({
        "nodes": { "size": 3, "zones": ["a", "b"], "resources": { "requests": { "cpu": 1 }, "limits": { "cpu": "2" } } },
        "roles": {
            "master": { "config": { "heap": "4Gi" }, "zones": ["a"], "tolerations": [{ "key": "k" }] },
            "data": { "config": { "from": { "name": "m", "key": "k" } }, "limits": { "disk": "5Gi", "files": 7 } },
        },
        "gateways": {
            "config": { "containers": [{ "name": "g" }] }, "zones": ["b"], "affinity": { "podAntiAffinity": {} },
            "probe": { "httpGet": { "port": 80 }, "periodSeconds": 5 },
        },
        "extra": { "config": { "a": [1, { "b": null }] } }, "volumes": [{ "name": "v", "emptyDir": {} }],
        "ports": [{ "name": "web", "port": 80, "protocol": "TCP" }, { "port": 53, "protocol": "UDP" }],
    });
    let condition = |status: &str| json!({ "type": "Ready", "status": status, "reason": "R", "message": "", "lastTransitionTime": "2024-01-01T00:00:00Z" });
    let status = json!({ "ready": 2, "leader": { "name": "n" }, "conditions": [condition("True")], "since": "2024-01-01T00:00:00.000001Z" });
    vec![
        Crd::of::<NodeCluster>([json!({ "spec": spec, "status": status })])
            .create(json!({ "/spec/nodes/size": 1, "/spec/gateways/probe/httpGet/port": "http" }))
            .create(json!({ "/spec/roles/data/config/heap": "64Gi", "/spec/roles/data/limits/disk": "0" }))
            .create(json!({ "/spec/roles/master/config/heap": "much", "/spec/roles/master/tolerations": [{}] }))
            .create(json!({ "/spec/gateways/zones": ["a", "b"], "/spec/nodes/zones": ["a"], "/spec/volumes/0": { "name": "w" } }))
            .create(json!({ "/spec/nodes/resources/limits": {}, "/spec/gateways/probe": {} }))
            .update(json!({ "/spec/paused": true }), json!({ "/spec/nodes/size": 4 }))
            .update(json!({ "/spec/paused": true }), json!({ "/spec/gateways/config/containers/0/image": "i" }))
            .update(json!({ "/spec/paused": true }), json!({ "/spec/extra/config": { "a": 2 } }))
            .update(json!({}), json!({ "/spec/ports": [{ "name": "dns", "port": 53, "protocol": "UDP" }, { "port": 80, "protocol": "UDP" }] }))
            .update_status(json!({}), json!({ "/status/ready": 0, "/status/since": "2023-01-01T00:00:00.000001Z" }))
            .update_status(json!({}), json!({ "/status/conditions": [condition("Maybe")] })),
    ]
}
