//! Types that serde reads through another one, `try_from = ".."`, and writes as they are.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd, check_matches_crd};
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(try_from = "String")]
#[schemars(extend("maxLength" = 9), transform = Name::x_validations)]
#[x_validation(rule = "self != 'x'")]
pub struct Name(String);

impl TryFrom<String> for Name {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        if text.is_empty() { Err("a name is not empty") } else { Ok(Name(text)) }
    }
}

type Text = String;

/// Aliases in attributes are what stands behind them.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(try_from = "Text", into = "Text")]
#[schemars(transform = Aliased::x_validations)]
#[x_validation(rule = "self.startsWith('a')")]
pub struct Aliased(char);

impl TryFrom<String> for Aliased {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.chars().next().map(Aliased).ok_or("a text is not empty")
    }
}

impl From<Aliased> for String {
    fn from(aliased: Aliased) -> String {
        aliased.0.into()
    }
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Aliases")]
#[schemars(transform = AliasesSpec::x_validations)]
pub struct AliasesSpec {
    text: Aliased,
    #[x_validation(rule = "self.startsWith('10.')")]
    #[schemars(with = "Text")]
    address: std::net::SocketAddr,
}

#[test]
fn attributes_name_types_by_aliases() {
    assert_matches_crd::<Aliases>();
    let object = AliasesSpec { text: Aliased('b'), address: ([11, 0, 0, 1], 80).into() };
    let errors = object.x_validate().expect_err("rules are violated");
    let fields: Vec<String> = errors.iter().map(|error| error.field().to_string()).collect();
    assert_eq!(fields, ["text", "address"]);
}

/// Two scalars that are one in JSON.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(from = "u32")]
pub struct Port(u16);

impl From<u32> for Port {
    fn from(number: u32) -> Self {
        Port(u16::try_from(number).unwrap_or(u16::MAX))
    }
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(from = "Vec<String>")]
#[schemars(extend("maxItems" = 4), transform = Names::x_validations)]
pub struct Names(
    #[x_validation(rule = "self.size() < 3", items(rule = "self != 'y'"))]
    #[schemars(extend("maxItems" = 4))]
    Vec<String>,
);

impl From<Vec<String>> for Names {
    fn from(names: Vec<String>) -> Self {
        Names(names)
    }
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(try_from = "RawQuota")]
#[schemars(transform = Quota::x_validations)]
#[x_validation(rule = "self.soft <= self.hard", message = "soft is at most hard")]
pub struct Quota {
    #[x_validation(rule = "self >= 0")]
    soft: i64,
    hard: i64,
}

#[derive(Deserialize, JsonSchema)]
struct RawQuota {
    soft: i64,
    hard: i64,
}

impl TryFrom<RawQuota> for Quota {
    type Error = &'static str;

    fn try_from(raw: RawQuota) -> Result<Self, &'static str> {
        if raw.soft == 7 { Err("not 7") } else { Ok(Quota { soft: raw.soft, hard: raw.hard }) }
    }
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Tenant", namespaced)]
#[schemars(transform = TenantSpec::x_validations)]
#[x_validation(rule = "self.name != 'y' && self.port > 0")]
pub struct TenantSpec {
    name: Name,
    port: Port,
    names: Names,
    quota: Quota,
    #[schemars(extend("maxProperties" = 4))]
    #[x_validation(values(rule = "self.hard > 0"))]
    quotas: BTreeMap<Name, Quota>,
}

fn tenant(change: impl Fn(&mut Value)) -> Value {
    let mut spec = json!({
        "name": "a", "port": 1, "names": ["a"], "quota": { "soft": 1, "hard": 2 }, "quotas": { "b": { "soft": 1, "hard": 2 } },
    });
    change(&mut spec);
    json!({ "apiVersion": "example.dev/v1", "kind": "Tenant", "metadata": { "name": "t" }, "spec": spec })
}

#[test]
fn types_that_serde_reads_through_others_are_judged_as_they_are_written() {
    let cases = [
        tenant(|_| ()),
        tenant(|spec| spec["name"] = "x".into()),
        tenant(|spec| spec["name"] = "y".into()),
        tenant(|spec| spec["port"] = 0.into()),
        tenant(|spec| spec["names"] = json!(["y", "a", "y"])),
        tenant(|spec| spec["quota"] = json!({ "soft": -1, "hard": -2 })),
        tenant(|spec| spec["quotas"]["b"] = json!({ "soft": 1, "hard": 0 })),
    ];
    compare_roots::<Tenant>("read_through", &cases.map(|object| (object, None)));
    assert_matches_crd::<Tenant>();
}

/// The CRD has the schema of the type that serde reads.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(from = "RawRange")]
#[schemars(transform = Range::x_validations)]
#[x_validation(rule = "self.min <= self.max")]
pub struct Range {
    min: i64,
    max: i64,
}

#[derive(Deserialize, JsonSchema)]
struct RawRange {
    #[serde(default)]
    min: i64,
    max: String,
}

impl From<RawRange> for Range {
    fn from(raw: RawRange) -> Self {
        Range { min: raw.min, max: raw.max.parse().unwrap_or_default() }
    }
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Ranged")]
pub struct RangedSpec {
    range: Range,
}

#[test]
fn the_test_of_the_crd_finds_fields_that_serde_reads_otherwise() {
    let crd = serde_json::to_value(Ranged::crd()).unwrap();
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    let found = check_matches_crd(<Ranged as cel_runtime::__private::Node>::SCHEMA, &[], schema);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("spec.range.min: default: only the CRD has one"), "{found:?}");
    assert!(
        found[1].starts_with("spec.range.max: the CRD has string, the rules were compiled for int"),
        "{found:?}"
    );
}
