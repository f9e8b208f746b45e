//! Types of k8s-openapi that come through modules of this crate, or through another crate.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tests_types::{
    k8s::api::rbac::v1::{RoleRef, Subject},
    k8s_openapi::api::apps::v1 as apps,
    prelude::*,
};

mod framework {
    pub use ::k8s_openapi as k8s;
    pub use ::k8s_openapi::api::core::v1 as core;

    pub mod prelude {
        pub use super::core::{Service as Exposed, *};
    }
}

mod own {
    use super::framework::{k8s::api::rbac::v1::Subject as Who, prelude::Exposed};
    use super::*;

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[schemars(transform = Own::x_validations)]
    #[x_validation(rule = "self.who.kind != '' && has(self.exposed.spec)", message = "own")]
    pub struct Own {
        pub who: Who,
        pub exposed: Exposed,
        #[x_validation(rule = "self.kind != ''", message = "far")]
        pub far: super::framework::prelude::TypedObjectReference,
    }
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Passed", namespaced)]
#[schemars(transform = PassedSpec::x_validations)]
#[x_validation(rule = "self.subjects.all(s, s.kind != '') && self.role.name != ''", message = "subjects")]
#[x_validation(rule = "self.group.kind != '' && has(self.set.replicas)", message = "group")]
#[x_validation(rule = "self.quota.hard.size() > 0 && self.node.taints.size() > 0", message = "quota")]
pub struct PassedSpec {
    subjects: Vec<Subject>,
    role: RoleRef,
    group: tests_types::prelude::Group,
    set: apps::ReplicaSetSpec,
    quota: ResourceQuotaSpec,
    node: tests_types::core::NodeSpec,
    own: own::Own,
}

fn passed() -> serde_json::Value {
    json!({
        "subjects": [{ "kind": "User", "name": "a" }],
        "role": { "kind": "Role", "name": "a", "apiGroup": "rbac.authorization.k8s.io" },
        "group": { "kind": "Group", "name": "a" },
        "set": { "selector": {}, "replicas": 1 },
        "quota": { "hard": { "cpu": "1" } },
        "node": { "taints": [{ "effect": "NoExecute", "key": "a" }] },
        "own": {
            "who": { "kind": "User", "name": "a" },
            "exposed": { "metadata": {}, "spec": {} },
            "far": { "kind": "Pod", "name": "a" },
        },
    })
}

#[test]
fn types_that_others_pass_on() {
    let errors = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut spec = passed();
        change(&mut spec);
        let spec: PassedSpec = serde_json::from_value(spec).unwrap();
        match Passed::new("a", spec).x_validate() {
            Ok(()) => String::new(),
            Err(errors) => errors.to_string(),
        }
    };
    assert_eq!(errors(&|_| {}), "");
    assert_eq!(errors(&|spec| spec["subjects"][0]["kind"] = json!("")), "spec: Invalid value: subjects");
    assert_eq!(errors(&|spec| spec["group"]["kind"] = json!("")), "spec: Invalid value: group");
    assert_eq!(errors(&|spec| spec["quota"]["hard"] = json!({})), "spec: Invalid value: quota");
    assert_eq!(errors(&|spec| spec["own"]["who"]["kind"] = json!("")), "spec.own: Invalid value: own");
    assert_eq!(errors(&|spec| spec["own"]["far"]["kind"] = json!("")), "spec.own.far: Invalid value: far");
    assert_matches_crd::<Passed>();
}
