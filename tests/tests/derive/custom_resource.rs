//! Beside kube's own derives: the root type walks the spec and the status.

#![deny(warnings)]
#![allow(missing_docs, unreachable_pub, reason = "a test has no interface")]

use cel_runtime::{Options, XValidation, assert_matches_crd};
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod parts {
    use super::*;

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[schemars(transform = Part::x_validations)]
    #[x_validation(rule = "self.weight > 0")]
    pub struct Part {
        pub weight: i32,
    }
}
use parts::Part;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "example.dev",
    version = "v1",
    kind = "Scaler",
    namespaced,
    status = "ScalerStatus",
    validation = "self.metadata.name.size() <= 40"
)]
#[schemars(transform = ScalerSpec::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "self.minReplicas <= self.maxReplicas", message = "min must not exceed max")]
pub struct ScalerSpec {
    pub min_replicas: i32,
    pub max_replicas: i32,
    #[x_kube(validation = "size(self) < 5")]
    #[schemars(length(max = 3))]
    #[x_validation(rule = "self.exists(p, p.weight > 1)")]
    pub parts: Vec<Part>,
    pub part: Option<Part>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Self::x_validations)]
pub struct ScalerStatus {
    #[x_validation(rule = "self >= 0")]
    pub ready: i32,
}

fn scaler(ready: i32) -> Scaler {
    let parts = vec![Part { weight: 2 }];
    let spec = ScalerSpec { min_replicas: 2, max_replicas: 1, parts, part: Some(Part { weight: 0 }) };
    let mut scaler = Scaler::new("s", spec);
    scaler.status = Some(ScalerStatus { ready });
    scaler
}

#[test]
fn the_root_walks_spec_and_status() {
    let report = scaler(1).x_evaluate(None, &Options::default());
    let rules: Vec<String> = report.rules.iter().map(|rule| format!("{} {}", rule.path, rule.rule)).collect();
    assert_eq!(
        rules,
        [
            "<nil> self.metadata.name.size() <= 40",
            "spec self.minReplicas <= self.maxReplicas",
            "spec.parts self.exists(p, p.weight > 1)",
            "spec.parts size(self) < 5",
            "spec.parts[0] self.weight > 0",
            "spec.part self.weight > 0",
            "status.ready self >= 0",
        ]
    );
}

#[test]
fn the_crd_has_the_compiled_rules() {
    assert_matches_crd::<Scaler>();
}

#[test]
fn errors_have_paths_from_the_root() {
    let errors = scaler(-1).x_validate().expect_err("three rules fail");
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "spec: Invalid value: min must not exceed max",
            "spec.part: Invalid value: failed rule: self.weight > 0",
            "status.ready: Invalid value: -1: failed rule: self >= 0",
        ]
    );
}
