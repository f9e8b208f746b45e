//! Rules in the attributes of kube and schemars, and untagged enums whose variants share properties.

use crate::Crd;
use cel_runtime::XValidation;
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Queue", namespaced)]
#[kube(validation = Rule { rule: "self.spec.size != 7".into(), reason: Some(Reason::FieldValueForbidden), ..Rule::default() })]
#[schemars(extend("x-kubernetes-validations" = [
    { "rule": "self.limit != 5", "message": "extended", "fieldPath": ".limit", "reason": "FieldValueRequired" },
]))]
#[schemars(transform = QueueSpec::x_validations)]
#[x_validation(rule = "self.limit != 6", message = "ours")]
#[x_kube(validation = ("self.limit != 6 || self.size > 3", "of kube"))]
pub struct QueueSpec {
    #[x_kube(validation = Rule::new("self >= oldSelf").message("sizes only grow"))]
    #[x_validation(rule = "self != 4")]
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self > 0", "messageExpression": "'%d is little'.format([self])" }]))]
    size: i64,
    #[x_kube(validation = Rule::new("!oldSelf.hasValue() || self != oldSelf.value() + 1").optional_old_self(true))]
    limit: i64,
    #[x_kube(validation = ("self != 'Slow'", "of kube"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<Mode>,
    #[x_kube(validation = "self.version != 'old'")]
    source: Source,
    port: Port,
}

/// Alternatives in the schema of an `Option`.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Mode::x_validations)]
#[x_validation(rule = "self != 'Off'", message = "of the type")]
pub enum Mode {
    /// As fast as it can
    Fast,
    /// As slow as it may
    Slow,
    /// Not at all
    Off,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
#[schemars(transform = Source::x_validations)]
#[x_validation(rule = "self.version != '' && (!has(self.tags) || self.tags.all(t, t != self.version))")]
#[x_validation(rule = "self == oldSelf || self.version != oldSelf.version", message = "another version")]
pub enum Source {
    Registry(Registry),
    Local(Local),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Registry {
    #[schemars(length(max = 9))]
    version: String,
    registry: String,
    #[schemars(length(max = 3), inner(length(max = 9)))]
    tags: Vec<String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Local {
    #[schemars(length(max = 9))]
    version: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 3), inner(length(max = 9)))]
    tags: Vec<String>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
#[schemars(transform = Port::x_validations)]
#[x_validation(rule = "self.number > 0 && (!has(self.name) || self.name != '')", message = "a port")]
pub enum Port {
    Named {
        #[x_validation(rule = "self != 80", message = "not 80")]
        number: i64,
        name: String,
    },
    Plain {
        number: i64,
    },
}

pub(crate) fn crds() -> Vec<Crd> {
    let registry = |version: &str| json!({"version": version, "registry": "r", "tags": ["t"]});
    let queue = |size: i64| json!({"spec": {"size": size, "limit": 9, "mode": "Fast", "source": registry("v1"), "port": {"number": 1}}});
    let queues = Crd::of::<Queue>([
        queue(5),
        json!({"spec": {"size": 2, "limit": 1, "source": {"version": "v2"}, "port": {"number": 443, "name": "https"}}}),
    ])
    .create(json!({"/spec/size": 7, "/spec/limit": 5}))
    .create(json!({"/spec/size": -1, "/spec/limit": 6, "/spec/mode": "Slow"}))
    .create(json!({"/spec/size": 4, "/spec/mode": "Off", "/spec/source": {"version": ""}, "/spec/port": {"number": 80}}))
    .create(json!({"/spec/source": registry("t"), "/spec/port": {"number": 80, "name": ""}}))
    .create(json!({"/spec/source": {"version": "old", "tags": ["old"]}, "/spec/port": {"number": 0}}))
    .update(json!({}), json!({"/spec/size": 4, "/spec/limit": 10}))
    .update(json!({}), json!({"/spec/source": {"version": "v1"}}))
    .update(json!({}), json!({"/spec/source": {"version": "v1", "tags": ["t"]}}))
    .update(json!({"/spec/mode": "Slow", "/spec/size": 4}), json!({"/spec/port": {"number": 2, "name": "n"}}))
    .update(json!({"/spec/port": {"number": 80}}), json!({"/spec/port": {"number": 80, "name": "n"}}))
    .update(json!({"/spec/source": {"version": "old"}}), json!({"/spec/mode": null}));
    vec![queues]
}
