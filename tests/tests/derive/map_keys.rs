//! The keys of maps: texts of any type, and others where the map is opaque. Networks by the path of their crate.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

/// The items of the crate of this name, without the crate.
mod ipnet {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde::{Deserialize, Serialize};
    use std::borrow::Cow;

    #[derive(Serialize, Deserialize, Clone, Debug)]
    #[serde(transparent)]
    pub struct IpNet(String);

    impl JsonSchema for IpNet {
        fn schema_name() -> Cow<'static, str> {
            "IpNet".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": "string" })
        }
    }
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    Red,
    Green,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Keyed", namespaced)]
#[schemars(transform = KeyedSpec::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "self.boxed.all(k, self.boxed[k] > 0) && self.boxed['a'] < 3", message = "boxed")]
#[x_validation(rule = "self.cow == oldSelf.cow && 'a' in self.cow", message = "cow")]
#[x_validation(rule = "self.hash.exists(k, k.startsWith('a'))", message = "hash")]
#[x_validation(rule = "self.colors == oldSelf.colors", message = "colors change")]
#[x_validation(rule = "!has(self.numbers) || self.numbers == oldSelf.numbers", message = "numbers change")]
#[x_validation(
    rule = "isCIDR(self.net) && self.nets.all(n, cidr(n).containsIP('10.0.0.1'))",
    message = "net"
)]
pub struct KeyedSpec {
    boxed: BTreeMap<Box<str>, i32>,
    #[x_validation(values(rule = "self != ''"))]
    cow: BTreeMap<Cow<'static, str>, String>,
    hash: HashMap<Box<str>, bool>,
    #[x_validation(opaque)]
    colors: BTreeMap<Color, String>,
    #[x_validation(opaque)]
    #[schemars(with = "BTreeMap<String, String>")]
    numbers: BTreeMap<u16, String>,
    net: ipnet::IpNet,
    #[schemars(length(max = 4))]
    nets: Vec<ipnet::IpNet>,
}

fn keyed(colors: &Value, numbers: &Value, net: &str) -> Value {
    json!({
        "boxed": { "a": 1, "b": colors.as_object().map_or(0, |colors| colors.len()) },
        "cow": { "a": net },
        "hash": { "a": true },
        "colors": colors,
        "numbers": numbers,
        "net": net,
        "nets": [net, "10.0.0.0/8"],
    })
}

fn objects() -> Vec<Value> {
    vec![
        keyed(&json!({ "red": "x" }), &json!({ "1": "x" }), "10.0.0.0/24"),
        keyed(&json!({ "red": "x", "green": "y" }), &json!({ "1": "x", "2": "y" }), "192.168.0.0/16"),
        keyed(&json!({}), &json!({}), "x"),
        keyed(&json!({ "green": "x" }), &json!({ "2": "x" }), ""),
    ]
}

#[test]
fn keys_are_texts_for_rules() {
    compare::<Keyed, KeyedSpec>("map_keys", &objects());
}

#[test]
fn maps_with_keys_of_any_type_are_compared() {
    let objects = objects();
    let pairs: Vec<_> =
        objects.iter().flat_map(|new| objects.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Keyed, KeyedSpec>("map_keys_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Keyed>();
}

/// Types with lifetimes, in containers that no rule reads.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Borrowed::<'a>::x_validations)]
#[x_validation(rule = "self.texts == oldSelf.texts && self.hidden.size() < 2 && self.boxed == oldSelf.boxed")]
pub struct Borrowed<'a> {
    #[x_validation(opaque)]
    texts: Vec<Cow<'static, str>>,
    #[serde(borrow)]
    hidden: Vec<&'a str>,
    #[x_validation(opaque)]
    boxed: Option<Box<str>>,
    keys: Option<BTreeMap<Cow<'static, str>, k8s_openapi::api::core::v1::EnvVar>>,
}

#[test]
fn types_with_lifetimes_are_held_in_containers() {
    let borrowed = Borrowed { texts: vec!["a".into()], hidden: vec!["b", "c"], boxed: None, keys: None };
    assert_eq!(borrowed.x_validate_update(&borrowed).unwrap_err().len(), 1);
}

/// A null beside a flattened generic type, which knows nothing of the key.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = BesideGeneric::x_validations)]
#[x_validation(rule = "dyn(self) == dyn(oldSelf)")]
pub struct BesideGeneric {
    #[schemars(with = "i64")]
    number: Option<i64>,
    #[serde(flatten)]
    flat: Flat<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Flat::<T>::x_validations)]
pub struct Flat<T> {
    spec: T,
}

#[test]
fn a_null_beside_a_flattened_generic_type_is_a_value() {
    let object = |number| BesideGeneric { number, flat: Flat { spec: 1 } };
    assert!(object(Some(1)).x_validate_update(&object(Some(1))).is_ok());
    assert!(object(None).x_validate_update(&object(None)).is_ok());
    assert!(object(None).x_validate_update(&object(Some(1))).is_err());
    assert!(object(Some(1)).x_validate_update(&object(None)).is_err());
}
