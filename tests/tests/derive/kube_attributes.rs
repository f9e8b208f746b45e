//! All that `#[kube(..)]` takes, beside the derive.

use super::answers::compare_roots;
use cel_runtime::{ErrorList, XValidation};
use kube::{CustomResource, CustomResourceExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) use kube::core as kube_core;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[kube(
    group = "example.dev",
    version = "v1",
    kind = "Fleet",
    root = "FleetRoot",
    doc = "A fleet",
    plural = "fleets",
    singular = "fleet",
    namespaced,
    derive = "Default",
    derive = "PartialEq",
    attr = "allow(missing_docs)",
    status = "FleetStatus",
    category = "all",
    shortname = "fl",
    shortname = "flt",
    printcolumn(name = "Size", json_path = ".spec.size", type_ = "integer"),
    selectable = ".spec.name",
    scale(spec_replicas_path = ".spec.size", status_replicas_path = ".status.size"),
    annotation("example.dev/a", "b"),
    label("example.dev/c", "d"),
    validation = "self.spec.size < 9",
    validation = ("self.metadata.name != 'no'", "no is no name"),
    storage = true,
    served = true,
    deprecated = "use v2"
)]
#[schemars(transform = FleetSpec::x_validations)]
#[x_validation(rule = "self.size > 0", message = "a fleet has ships")]
#[derive(PartialEq)]
pub struct FleetSpec {
    #[schemars(length(max = 9))]
    pub name: String,
    pub size: i32,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schemars(transform = FleetStatus::x_validations)]
#[x_validation(rule = "self.size >= 0", message = "not negative")]
pub struct FleetStatus {
    pub size: i32,
}

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "example.dev",
    version = "v1",
    kind = "Other",
    crates(kube_core = "crate::derive::kube_attributes::kube_core")
)]
#[kube(served = false, storage = false, deprecated, validation = "self.spec.a != 2")]
#[kube(validation = Rule::new("self.spec.a != 3").message("not three"))]
#[schemars(transform = OtherSpec::x_validations)]
#[x_validation(rule = "self.a != 1")]
pub struct OtherSpec {
    pub a: i32,
}

/// The CRD's schema is written by hand; the rules run all the same.
#[derive(CustomResource, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Disabled", schema = "disabled")]
#[x_validation(rule = "self.a != 1", manual_crd)]
pub struct DisabledSpec {
    pub a: i32,
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Manual", schema = "manual")]
#[x_validation(rule = "self.a != 1", manual_crd)]
pub struct ManualSpec {
    pub a: i32,
}

impl JsonSchema for Manual {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Manual".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true })
    }
}

#[test]
fn the_root_its_spec_and_its_status_are_judged() {
    let fleet = |name: &str, size: i32, status: Option<i32>| {
        let status = status.map(|size| json!({ "size": size }));
        let (spec, metadata) = (json!({"name": "a", "size": size}), json!({ "name": name }));
        json!({"apiVersion": "example.dev/v1", "kind": "Fleet", "metadata": metadata, "spec": spec, "status": status})
    };
    let objects = [
        fleet("no", 0, Some(-1)),
        fleet("yes", 9, None),
        fleet("yes", 1, Some(0)),
        fleet("no", 1, None),
        fleet("yes", 0, Some(1)),
    ];
    let [broken, large, .., small] = objects.clone();
    let updates =
        [(broken.clone(), Some(broken)), (small.clone(), Some(large)), (small.clone(), Some(small))];
    let cases: Vec<_> = objects.into_iter().map(|new| (new, None)).chain(updates).collect();
    compare_roots::<FleetRoot>("kube_attributes", &cases);
}

#[test]
fn crates_and_versions_that_are_not_served() {
    let other = |a: i32| -> (Value, Option<Value>) {
        let metadata = json!({ "name": "a" });
        let object = json!({"apiVersion": "example.dev/v1", "kind": "Other", "metadata": metadata, "spec": { "a": a }});
        (object, None)
    };
    compare_roots::<Other>("kube_attributes_other", &[other(1), other(2), other(3), other(4)]);
}

#[test]
fn schemas_by_hand() {
    let said = |verdict: Result<(), ErrorList>| verdict.expect_err("a is 1").to_string();
    let text = "spec: Invalid value: failed rule: self.a != 1";
    assert_eq!(said(Disabled::new("a", DisabledSpec { a: 1 }).x_validate()), text);
    assert_eq!(said(Manual::new("a", ManualSpec { a: 1 }).x_validate()), text);
}

#[test]
fn the_crd_has_the_rules_where_errors_point() {
    let crd = serde_json::to_value(FleetRoot::crd()).expect("JSON");
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    let rules = |node: &serde_json::Value| -> Vec<String> {
        let rules = node["x-kubernetes-validations"].as_array().into_iter().flatten();
        rules.map(|rule| rule["rule"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(rules(schema), ["self.spec.size < 9", "self.metadata.name != 'no'"]);
    assert_eq!(rules(&schema["properties"]["spec"]), ["self.size > 0"]);
    assert_eq!(rules(&schema["properties"]["status"]), ["self.size >= 0"]);
}
