//! All that `#[kube(..)]` takes, beside the derive.

use cel_runtime::XValidation;
use kube::{CustomResource, CustomResourceExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use kube::core as kube_core;

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
#[kube(group = "example.dev", version = "v1", kind = "Other", crates(kube_core = "crate::kube_core"))]
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

fn said<T: XValidation>(object: &T) -> String {
    object.x_validate().map_or_else(|errors| errors.to_string(), |_| String::new())
}

#[test]
fn the_root_and_its_status_are_judged() {
    let spec = FleetSpec { name: "a".into(), size: 0 };
    let mut fleet = FleetRoot::new("no", spec);
    fleet.status = Some(FleetStatus { size: -1 });
    assert_eq!(
        said(&fleet),
        "[<nil>: Invalid value: no is no name, spec: Invalid value: a fleet has ships, status: Invalid value: not negative]"
    );
    fleet.spec.size = 9;
    fleet.status = None;
    fleet.metadata.name = Some("yes".into());
    assert_eq!(said(&fleet), "<nil>: Invalid value: failed rule: self.spec.size < 9");
}

#[test]
fn crates_and_versions_that_are_not_served() {
    let of = |a| said(&Other::new("a", OtherSpec { a }));
    assert_eq!(of(1), "spec: Invalid value: failed rule: self.a != 1");
    assert_eq!(of(2), "<nil>: Invalid value: failed rule: self.spec.a != 2");
    assert_eq!(of(3), "<nil>: Invalid value: not three");
}

#[test]
fn schemas_by_hand() {
    let text = "spec: Invalid value: failed rule: self.a != 1";
    assert_eq!(said(&Disabled::new("a", DisabledSpec { a: 1 })), text);
    assert_eq!(said(&Manual::new("a", ManualSpec { a: 1 })), text);
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
