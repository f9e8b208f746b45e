//! Fields that `#[serde_as]` of the crate serde_with converts. The attributes are those that it writes.

#[path = "converted/serde_with.rs"]
mod serde_with;

use self::serde_with::{DisplayFromStr, DurationSeconds, NoneAsEmptyString, Same};
use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Converted")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ConvertedSpec::x_validations)]
#[x_validation(rule = "self.port != '80' && self.ports.all(p, p != '1')", message = "texts")]
#[x_validation(rule = "!has(self.other) || self.other == '2'", message = "an optional text")]
#[x_validation(rule = "self.timeout < 10 && self.name != ''", message = "the whole field")]
#[x_validation(rule = "self.byName['a'] != '1' && self.same[0] > 0", message = "elements")]
#[x_validation(rule = "self.ports == oldSelf.ports && self.pools == oldSelf.pools", message = "changed")]
pub struct ConvertedSpec {
    #[serde(with = "serde_with::As::<DisplayFromStr>")]
    #[schemars(with = "serde_with::Schema::<u16, DisplayFromStr>")]
    #[x_validation(rule = "self.size() > 1", message = "two digits")]
    port: u16,
    #[serde(with = "serde_with::As::<Vec<DisplayFromStr>>")]
    #[schemars(with = "serde_with::Schema::<Vec<u16>, Vec<DisplayFromStr>>", length(max = 4))]
    #[x_validation(items(rule = "self != '5'", message = "not five"))]
    ports: Vec<u16>,
    #[serde(with = "serde_with::As::<Option<DisplayFromStr>>", default)]
    #[schemars(with = "serde_with::Schema::<Option<u16>, Option<DisplayFromStr>>")]
    other: Option<u16>,
    #[serde(with = "serde_with::As::<DurationSeconds<u64>>")]
    #[schemars(with = "serde_with::Schema::<Duration, DurationSeconds<u64>>")]
    timeout: Duration,
    #[serde(with = "serde_with::As::<NoneAsEmptyString>")]
    #[schemars(with = "serde_with::Schema::<Option<String>, NoneAsEmptyString>")]
    name: Option<String>,
    #[serde(with = "serde_with::As::<BTreeMap<Same, DisplayFromStr>>")]
    #[schemars(with = "serde_with::Schema::<BTreeMap<String, u16>, BTreeMap<Same, DisplayFromStr>>")]
    by_name: BTreeMap<String, u16>,
    #[serde(with = "serde_with::As::<Vec<Same>>")]
    #[schemars(with = "serde_with::Schema::<Vec<i32>, Vec<Same>>")]
    same: Vec<i32>,
    #[serde(with = "serde_with::As::<BTreeMap<Same, Vec<DisplayFromStr>>>")]
    #[schemars(
        with = "serde_with::Schema::<BTreeMap<String, Vec<u8>>, BTreeMap<Same, Vec<DisplayFromStr>>>"
    )]
    #[schemars(extend("maxProperties" = 3))]
    pools: BTreeMap<String, Vec<u8>>,
}

fn spec(port: &str, ports: &[&str], timeout: i32, name: &str) -> Value {
    json!({
        "port": port,
        "ports": ports,
        "other": ports.first(),
        "timeout": timeout,
        "name": name,
        "byName": { "a": port },
        "same": [timeout],
        "pools": { "a": ["7"] },
    })
}

fn specs() -> Vec<Value> {
    vec![
        spec("81", &["2", "3"], 7, "a"),
        spec("80", &["1", "5"], 11, ""),
        spec("1", &[], 0, "b"),
        spec("81", &["3", "2"], 8, ""),
    ]
}

#[test]
fn rules_see_what_serde_with_writes() {
    compare::<Converted, ConvertedSpec>("converted", &specs());
}

#[test]
fn what_serde_with_writes_is_compared() {
    let specs = specs();
    let pairs: Vec<_> =
        specs.iter().flat_map(|new| specs.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Converted, ConvertedSpec>("converted_updates", &pairs);
}

/// `serde_as` adds no schema to a type with `KubeSchema`.
#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Told")]
#[schemars(transform = ToldSpec::x_validations)]
#[x_validation(rule = "self.ports.all(p, p.size() > 1)", message = "two digits")]
pub struct ToldSpec {
    #[serde(with = "serde_with::As::<Vec<DisplayFromStr>>")]
    #[schemars(with = "Vec<String>", length(max = 4))]
    ports: Vec<u16>,
}

#[test]
fn the_schema_may_be_told_beside_the_conversion() {
    assert!(ToldSpec { ports: vec![10] }.x_validate().is_ok());
    assert!(ToldSpec { ports: vec![1] }.x_validate().is_err());
}

/// Absent, null, or a number that is written as a text.
#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Twice")]
#[schemars(transform = TwiceSpec::x_validations)]
#[x_validation(rule = "!has(self.port) || self.port != '80'", message = "not 80")]
pub struct TwiceSpec {
    #[serde(default, with = "twice", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    #[x_validation(as = "string", rule = "self.size() > 1", message = "two digits")]
    port: Option<Option<u16>>,
}

mod twice {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, clippy::option_option, reason = "serde's signature")]
    pub(super) fn serialize<S: Serializer>(
        port: &Option<Option<u16>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        port.flatten().map(|port| port.to_string()).serialize(serializer)
    }

    #[expect(clippy::option_option, reason = "serde's signature")]
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<u16>>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        Ok(Some(text.and_then(|text| text.parse().ok())))
    }
}

#[test]
fn a_function_writes_the_whole_of_two_options() {
    let verdict = |port| TwiceSpec { port }.x_validate().map_err(|errors| errors.to_string());
    assert_eq!(verdict(None), Ok(()));
    assert_eq!(verdict(Some(None)), Ok(()));
    assert_eq!(verdict(Some(Some(81))), Ok(()));
    assert_eq!(verdict(Some(Some(80))), Err("<nil>: Invalid value: not 80".to_owned()));
    assert_eq!(verdict(Some(Some(8))), Err("port: Invalid value: \"8\": two digits".to_owned()));
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Converted>();
    assert_matches_crd::<Told>();
    assert_matches_crd::<Twice>();
}
