//! Types as kopium writes them, with `XValidation` among their derives: they compile, and their rules run.

#![allow(
    missing_docs,
    dead_code,
    non_camel_case_types,
    clippy::upper_case_acronyms,
    reason = "as a generator writes types"
)]

mod kopium {
    pub mod derived;
    pub mod disabled;
    pub mod kube_schema;
}

use cel_runtime::{Options, XValidation, assert_matches_crd, assert_matches_crd_file};
use kopium::{derived, disabled, kube_schema};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

fn errors<T: XValidation + Serialize + DeserializeOwned>(object: Value) -> Vec<String> {
    let object: T = serde_json::from_value(object).expect("an object");
    object.x_evaluate(None, &Options::default()).errors.iter().map(ToString::to_string).collect()
}

fn resource(kind: &str, spec: Value) -> Value {
    json!({"apiVersion": "example.dev/v1", "kind": kind, "metadata": {"name": "a"}, "spec": spec})
}

#[test]
fn types_without_a_schema() {
    let found = errors::<disabled::Mesh>(resource(
        "Mesh",
        json!({"type": "ExternalName", "backends": [{"name": "a", "port": "http"}], "template": {"kind": "x"}}),
    ));
    assert_eq!(
        found,
        [
            "spec: Invalid value: an external name has a host",
            "spec.backends[0]: Invalid value: a port is a number",
        ]
    );
}

#[test]
fn types_with_a_derived_schema() {
    let found = errors::<derived::Depot>(json!({
        "apiVersion": "example.dev/v1", "kind": "Depot", "metadata": {"name": "a"},
        "spec": {
            "reference": {"name": "x"},
            "selector": {"matchLabels": {}, "matchExpressions": [{"key": "k", "operator": "In"}]},
            "limits": {"cpu": 1, "memory": "1Gi"},
            "mode": "", "code": "301",
        },
        "status": {"conditions": [{
            "type": "Ready", "status": "True", "reason": "", "message": "", "lastTransitionTime": "2024-01-01T00:00:00Z",
        }]},
    }));
    assert_eq!(
        found,
        [
            "spec: Invalid value: a mode is needed",
            "spec.reference: Invalid value: a reference has a kind",
            "spec.selector: Invalid value: expressions have values",
            "status: Invalid value: Ready has a reason",
        ]
    );
    assert_matches_crd::<derived::Depot>();
}

#[test]
fn types_with_the_rules_of_the_crd() {
    let found = errors::<kube_schema::Relay>(resource(
        "Relay",
        json!({"hosts": ["a", ""], "listeners": [{"name": "a", "port": 80, "protocol": "UDP"}], "replicas": 0}),
    ));
    assert_eq!(
        found,
        [
            "spec.hosts: Invalid value: hosts have names",
            "spec.listeners[0]: Invalid value: UDP needs a high port",
            "spec.replicas: Invalid value: 0: failed rule: self > 0",
        ]
    );
    assert_matches_crd::<kube_schema::Relay>();
}

#[test]
fn the_file_that_they_were_written_from() {
    assert_matches_crd_file::<kube_schema::Relay>("tests/kopium/relay.yaml");
}
