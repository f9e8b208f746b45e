//! Names of k8s-openapi that globs bring, of types whose names alone mean types of the user's.

use cel_runtime::XValidation;
use k8s_openapi::api::{apps::v1::*, core::v1::*};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the names is the crate's own all the same.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Default)]
struct Node {
    address: String,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Default)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "!has(self.pod.phase) || self.pod.phase != 'Failed'")]
#[x_validation(rule = "!has(self.deployment.replicas) || self.deployment.replicas > 0")]
#[x_validation(rule = "self.node.address != ''")]
struct Spec {
    pod: PodStatus,
    deployment: DeploymentStatus,
    node: Node,
}

#[test]
fn a_glob_brings_types_of_k8s_openapi() {
    let node = || Node { address: "a".to_owned() };
    assert!(Spec { node: node(), ..Spec::default() }.x_validate().is_ok());
    let pod = PodStatus { phase: Some("Failed".to_owned()), ..PodStatus::default() };
    assert!(Spec { pod, node: node(), ..Spec::default() }.x_validate().is_err());
    let deployment = DeploymentStatus { replicas: Some(0), ..DeploymentStatus::default() };
    assert!(Spec { deployment, node: node(), ..Spec::default() }.x_validate().is_err());
    assert!(Spec::default().x_validate().is_err());
}
