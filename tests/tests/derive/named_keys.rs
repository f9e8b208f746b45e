//! Maps whose keys are newtypes of texts.

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use indexmap::IndexMap;
use k8s_openapi::api::core::v1::EnvVar;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

#[derive(
    XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
pub struct Name(String);

#[derive(
    XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(transparent)]
pub struct Short(String);

/// A newtype of a newtype, which reads `B` as the key `b`.
#[derive(XValidation, JsonSchema, Serialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lower(Inner);

#[derive(XValidation, JsonSchema, Serialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inner(Arc<str>);

impl<'de> Deserialize<'de> for Lower {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Lower(Inner(text.to_lowercase().into())))
    }
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Pool::x_validations)]
#[x_validation(rule = "self.size < 10", message = "too large")]
#[x_validation(rule = "self.size >= oldSelf.size", message = "a pool does not shrink")]
pub struct Pool {
    size: i32,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("maxItems" = 8))]
struct Names(Vec<Name>);

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Named")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = NamedSpec::x_validations)]
#[x_validation(
    rule = "self.pools.filter(k, k != '' && self.pools[k].size > 0).size() > 1",
    message = "sizes"
)]
#[x_validation(rule = "'a' in self.pools && self.pools.a.size < 5", message = "a")]
#[x_validation(rule = "self.pools == oldSelf.pools", message = "pools change")]
#[x_validation(rule = "!('B' in self.numbers) && self.numbers['b'] > 1", message = "numbers")]
#[x_validation(rule = "self.env['x'].value != ''", message = "env")]
#[x_validation(rule = "self.lists.filter(k, self.lists[k].exists(n, n == k)).size() > 0", message = "lists")]
pub struct NamedSpec {
    #[schemars(extend("maxProperties" = 8))]
    pools: BTreeMap<Name, Pool>,
    #[x_validation(values(rule = "self < 9", message = "a small number"))]
    numbers: HashMap<Lower, i32>,
    env: IndexMap<Short, EnvVar>,
    #[schemars(extend("maxProperties" = 8))]
    lists: BTreeMap<Name, Names>,
    #[x_validation(values(values(rule = "self != ''", message = "a text")))]
    deep: BTreeMap<Name, BTreeMap<Name, String>>,
}

fn spec(key: &str, sizes: [i32; 2], text: &str) -> Value {
    json!({
        "pools": { key: { "size": sizes[0] }, "c": { "size": sizes[1] } },
        "numbers": { "b": sizes[0] },
        "env": { "x": { "name": "A", "value": text } },
        "lists": { key: [key, text] },
        "deep": { key: { "d": text } },
    })
}

fn specs() -> Vec<Value> {
    vec![
        spec("a", [2, 2], "x"),
        spec("a", [1, 11], ""),
        spec("", [9, 0], "y"),
        json!({ "pools": {}, "numbers": { "c": 2 }, "env": {}, "deep": {}, "lists": {} }),
    ]
}

#[test]
fn newtypes_of_texts_are_keys_of_maps() {
    compare::<Named, NamedSpec>("named_keys", &specs());
}

#[test]
fn such_maps_are_compared_with_old_ones() {
    let specs = specs();
    let pairs: Vec<_> =
        specs.iter().flat_map(|new| specs.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Named, NamedSpec>("named_keys_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Named>();
}

/// The same keys below type parameters and in a newtype.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Page::<T>::x_validations)]
#[x_validation(rule = "self.items.size() < 2", message = "a page is small")]
struct Page<T> {
    items: Vec<T>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
struct Pools(BTreeMap<Name, i32>);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Nested::x_validations)]
#[x_validation(rule = "self.pools.all(k, self.pools[k] > 1)")]
struct Nested {
    page: Page<Pools>,
    pools: Pools,
}

#[test]
fn such_maps_stand_in_newtypes_and_arguments() {
    let pools = |size| Pools(BTreeMap::from([(Name("a".to_owned()), size)]));
    let nested = Nested { page: Page { items: vec![pools(2), pools(3)] }, pools: pools(1) };
    assert_eq!(
        nested.x_validate().unwrap_err().to_string(),
        "[<nil>: Invalid value: failed rule: self.pools.all(k, self.pools[k] > 1), \
         page: Invalid value: a page is small]"
    );
}
