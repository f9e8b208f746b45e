//! Types of k8s-openapi, found by the imports of the file: aliases of modules and types, names that several types have.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi as k8s;
use k8s_openapi::api::core::v1 as core;
use k8s_openapi::api::{
    apps,
    core::v1::{ResourceQuotaSpec, Service},
};
use k8s_openapi::{
    api::rbac::v1::{self as rbac, RoleRef as Binding, Subject},
    apimachinery::pkg::apis::meta::v1 as meta,
};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
// An import through another one.
use apps::v1::DeploymentSpec as Deploy;

mod glob {
    use super::*;
    use k8s_openapi::api::core::v1::*;

    macro_rules! alias {
        ($name:ident) => {
            type $name = TypedLocalObjectReference;
        };
    }
    alias!(Reference);

    /// The name is one of several types, only one of them usual in specs.
    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[schemars(transform = Source::x_validations)]
    #[x_validation(rule = "self.object.kind != ''")]
    #[x_validation(rule = "self.told.kind != ''")]
    pub struct Source {
        pub object: TypedLocalObjectReference,
        #[x_validation(schema = TypedLocalObjectReference)]
        pub told: Reference,
    }
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Imported", namespaced)]
#[schemars(transform = ImportedSpec::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "has(self.pod.spec) && self.pod.spec.containers.size() < 3", message = "pod")]
#[x_validation(rule = "has(self.labels.name)", message = "labels")]
#[x_validation(rule = "self.user.kind != '' && self.group.kind != ''", message = "subjects")]
#[x_validation(rule = "self.binding.name != '' && has(self.deploy.template)", message = "binding")]
#[x_validation(rule = "has(self.quota.hard) && has(self.other.hard)", message = "quota")]
#[x_validation(rule = "self.service.spec.ports.all(p, p.port > 0)", message = "service")]
#[x_validation(rule = "self.since < self.until && self.env.all(e, e.name != '')", message = "times")]
pub struct ImportedSpec {
    pod: core::Pod,
    labels: meta::ObjectMeta,
    user: Subject,
    group: rbac::Subject,
    quota: ResourceQuotaSpec,
    other: k8s::api::core::v1::ResourceQuotaSpec,
    binding: Binding,
    deploy: Deploy,
    service: Service,
    source: glob::Source,
    since: meta::Time,
    until: meta::Time,
    env: Vec<core::EnvVar>,
}

fn imported() -> serde_json::Value {
    let containers = json!([{ "name": "a" }]);
    json!({
        "pod": { "metadata": {}, "spec": { "containers": containers } },
        "labels": { "name": "a" },
        "user": { "kind": "User", "name": "a" },
        "group": { "kind": "Group", "name": "a" },
        "quota": { "hard": { "cpu": "1" } },
        "other": { "hard": { "cpu": "1" } },
        "binding": { "kind": "Role", "name": "a", "apiGroup": "rbac.authorization.k8s.io" },
        "deploy": { "selector": {}, "template": {} },
        "service": { "metadata": {}, "spec": { "ports": [{ "port": 80 }] } },
        "source": { "object": { "kind": "Pod", "name": "a" }, "told": { "kind": "Pod", "name": "b" } },
        "since": "2024-01-01T00:00:00Z",
        "until": "2025-01-01T00:00:00Z",
        "env": [{ "name": "a" }],
    })
}

#[test]
fn imports_say_which_types_are_meant() {
    assert_matches_crd::<Imported>();
    let spec: ImportedSpec = serde_json::from_value(imported()).unwrap();
    assert_eq!(spec.x_validate().map_err(|errors| errors.to_string()), Ok(()));
}

#[test]
fn rules_look_into_imported_types() {
    for (pointer, value, message) in [
        ("/pod/spec/containers", json!([{ "name": "a" }, { "name": "b" }, { "name": "c" }]), "pod"),
        ("/group/kind", json!(""), "subjects"),
        ("/binding/name", json!(""), "binding"),
        ("/other", json!({}), "quota"),
        ("/service/spec/ports/0/port", json!(0), "service"),
        ("/source/object/kind", json!(""), "failed rule: self.object.kind != ''"),
        ("/env/0/name", json!(""), "times"),
    ] {
        let mut spec = imported();
        *spec.pointer_mut(pointer).unwrap() = value;
        let spec: ImportedSpec = serde_json::from_value(spec).unwrap();
        let errors = spec.x_validate().unwrap_err().to_string();
        assert!(errors.ends_with(message), "{pointer}: {errors}");
    }
}

mod through_kube {
    use cel_runtime::XValidation;
    use kube::core::{self as kc, ObjectMeta as Meta};

    #[derive(XValidation, serde::Serialize, Default)]
    #[x_validation(
        rule = "has(self.one.name) && self.others.all(o, has(o.name)) && !has(self.list.continue)",
        manual_crd
    )]
    pub(super) struct Spec {
        pub(super) one: Meta,
        pub(super) others: Vec<kc::ObjectMeta>,
        pub(super) list: kube::core::ListMeta,
    }
}

#[test]
fn kube_passes_types_on_under_any_name() {
    use k8s::apimachinery::pkg::apis::meta::v1::ObjectMeta;
    let named = || ObjectMeta { name: Some("a".to_owned()), ..ObjectMeta::default() };
    let spec = |others| through_kube::Spec { one: named(), others, ..through_kube::Spec::default() };
    assert!(spec(vec![named()]).x_validate().is_ok());
    assert!(spec(vec![ObjectMeta::default()]).x_validate().is_err());
}
