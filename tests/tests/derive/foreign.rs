//! The types of k8s-openapi in rules, without marks.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use cel_runtime::__private::{Node, schema_of};
use cel_runtime::{XValidation, check_matches_crd};
use k8s_openapi::{
    api::core::v1::{self as corev1, PodTemplateSpec, ResourceRequirements, SecretKeySelector, Toleration},
    apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "!has(self.selector.matchLabels) || self.selector.matchLabels.all(k, k != '')")]
#[x_validation(rule = "self.template.spec.containers.all(c, has(c.resources))")]
#[x_validation(rule = "self.conditions.exists(c, c.type == 'Ready')")]
#[x_validation(rule = "self.secret.key != '' && (!has(self.secret.optional) || !self.secret.optional)")]
struct Spec {
    selector: LabelSelector,
    template: PodTemplateSpec,
    conditions: Vec<Condition>,
    secret: SecretKeySelector,
    #[x_validation(rule = "self.size() < 3", items(rule = "has(self.key)"))]
    tolerations: Option<Vec<Toleration>>,
    #[x_validation(values(rule = "!has(self.limits) || 'cpu' in self.limits"))]
    resources: Option<BTreeMap<String, Box<ResourceRequirements>>>,
    volume: Option<corev1::VolumeMount>,
    meta: Option<k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta>,
}

fn spec() -> Value {
    json!({
        "selector": {"matchLabels": {"a": "b"}},
        "template": {"spec": {"containers": [{"name": "a", "resources": {}}]}},
        "conditions": [{"type": "Ready", "status": "True", "reason": "", "message": "", "lastTransitionTime": "2024-01-01T00:00:00Z"}],
        "secret": {"key": "a", "name": "b"},
    })
}

/// The errors of a spec with some changes.
fn errors(changes: Value) -> String {
    let mut spec = spec();
    for (name, value) in changes.as_object().expect("an object") {
        spec[name] = value.clone();
    }
    let spec: Spec = serde_json::from_value(spec).expect("a spec");
    spec.x_validate().map_or_else(|errors| errors.to_string(), |()| String::new())
}

#[test]
fn rules_look_into_the_types_of_k8s_openapi() {
    assert_eq!(errors(json!({})), "");
    assert_eq!(
        errors(json!({"conditions": []})),
        "<nil>: Invalid value: failed rule: self.conditions.exists(c, c.type == 'Ready')"
    );
    assert_eq!(
        errors(json!({"template": {"spec": {"containers": [{"name": "a"}]}}})),
        "<nil>: Invalid value: failed rule: self.template.spec.containers.all(c, has(c.resources))"
    );
    assert_eq!(
        errors(json!({"template": {}})),
        "<nil>: Invalid value: \"object\": no such key: spec evaluating rule: self.template.spec.containers.all(c, has(c.resources))"
    );
    assert_eq!(
        errors(json!({"tolerations": [{}]})),
        "tolerations[0]: Invalid value: failed rule: has(self.key)"
    );
    assert_eq!(
        errors(json!({"resources": {"a": {"limits": {"memory": "1Gi"}}}})),
        "resources[a]: Invalid value: failed rule: !has(self.limits) || 'cpu' in self.limits"
    );
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_eq!(check_matches_crd(Spec::SCHEMA, &[], &schema_of::<Spec>()), [] as [&str; 0]);
}
