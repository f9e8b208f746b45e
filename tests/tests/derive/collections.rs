//! Lists and maps of other crates: `IndexMap`, `IndexSet` and `SmallVec`.

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use indexmap::{IndexMap, IndexSet};
use k8s_openapi::api::core::v1::EnvVar;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smallvec::SmallVec;

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Pool::x_validations)]
#[x_validation(rule = "self.size < 10", message = "too large")]
#[x_validation(rule = "self.size >= oldSelf.size", message = "a pool does not shrink")]
pub struct Pool {
    size: i32,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Part::x_validations)]
#[x_validation(rule = "self.x != 2", message = "two")]
struct Part {
    x: i32,
}

#[derive(
    XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
)]
#[serde(rename_all = "camelCase")]
pub enum Tier {
    FrontEnd,
    BackEnd,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Collected")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = CollectedSpec::x_validations)]
#[x_validation(rule = "self.pools.filter(k, self.pools[k].size > 0).size() > 1", message = "sizes")]
#[x_validation(rule = "'a' in self.pools && self.pools == oldSelf.pools", message = "pools change")]
#[x_validation(rule = "self.ports.exists(p, p == 80) && self.ports[0] > 1", message = "ports")]
#[x_validation(rule = "self.env.all(e, has(e.value)) && self.tiers.backEnd > 1", message = "env")]
#[x_validation(rule = "self.names == oldSelf.names || self.names.size() < 2", message = "names change")]
#[x_validation(rule = "self.byName['x'].value != ''", message = "by name")]
pub struct CollectedSpec {
    pools: IndexMap<String, Pool>,
    #[schemars(extend("uniqueItems" = false), length(max = 5))]
    #[x_validation(items(rule = "self.size() < 4", message = "a name is short"))]
    names: IndexSet<String>,
    ports: SmallVec<[u16; 2]>,
    /// Types of k8s-openapi are read in another way.
    env: SmallVec<[EnvVar; 1]>,
    by_name: IndexMap<Box<str>, EnvVar>,
    #[x_validation(values(rule = "self < 9", message = "a tier is small"))]
    tiers: IndexMap<Tier, i32>,
    nested: Option<SmallVec<[Part; 3]>>,
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    labels: IndexMap<String, Value>,
}

fn spec(sizes: [i32; 2], names: &[&str], ports: [u16; 2], env: Value) -> Value {
    json!({
        "pools": { "b": { "size": sizes[0] }, "a": { "size": sizes[1] } },
        "names": names,
        "ports": ports,
        "env": [{ "name": "A", "value": "x" }, env],
        "byName": { "x": { "name": "A", "value": names.first() } },
        "tiers": { "backEnd": sizes[0] },
        "nested": [{ "x": sizes[1] }],
        "labels": { "a": 1, "b": names },
    })
}

fn specs() -> Vec<Value> {
    vec![
        spec([1, 2], &["x"], [80, 443], json!({ "name": "B", "value": "y" })),
        spec([2, 11], &["y", "long name"], [443, 80], json!({ "name": "B", "value": "" })),
        spec([0, 9], &[""], [1, 2], json!({ "name": "B" })),
        spec([9, 1], &["", "x"], [80, 80], json!({ "name": "" })),
    ]
}

#[test]
fn lists_and_maps_of_other_crates_are_read() {
    compare::<Collected, CollectedSpec>("collections", &specs());
}

#[test]
fn they_are_compared_with_old_ones() {
    let specs = specs();
    let pairs: Vec<_> =
        specs.iter().flat_map(|new| specs.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Collected, CollectedSpec>("collections_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Collected>();
}
