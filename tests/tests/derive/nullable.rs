//! Elements of lists and values of maps that may be null.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare;
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Holes", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = HolesSpec::x_validations)]
#[x_validation(rule = "self.names.all(n, dyn(n) == null || n.size() > 1)")]
#[x_validation(rule = "self.names.exists(n, n.startsWith('a'))")]
#[x_validation(rule = "self.names.filter(n, n != 'b').size() == 2 && type(self.names[0]) == string")]
#[x_validation(rule = "self.names.map(n, n + '!')[0] == 'aa!'")]
#[x_validation(rule = "self.names == ['aa', 'b'] || 'b' in self.names")]
#[x_validation(rule = "self.names[?0].orValue('none') == 'aa'")]
#[x_validation(rule = "self.names.isSorted() && self.names.max() == 'b'")]
#[x_validation(rule = "self.names.join('-') == 'aa-b'")]
#[x_validation(rule = "self.names.indexOf('b') == 1")]
#[x_validation(rule = "self.names[1].matches('^b')")]
#[x_validation(rule = "self.names + ['c'] == ['aa', 'b', 'c']")]
#[x_validation(rule = "self.counts.all(k, self.counts[k] > 0)")]
#[x_validation(rule = "has(self.counts.a) && self.counts.a == 1")]
#[x_validation(rule = "self.?counts.b.orValue(5) == 5")]
#[x_validation(rule = "'a' in self.counts && self.counts['a'] + 1 == 2")]
#[x_validation(rule = "!self.counts.exists(k, v, v == 7) && self.counts.size() == 2")]
#[x_validation(rule = "self.counts == {'a': 1}")]
#[x_validation(rule = "self.pair.weights.all(w, dyn(w) == null || w > 0.5)")]
#[x_validation(rule = "self.lists.all(l, l.exists(x, x == 1)) && self.lists[0][0] == 1")]
#[x_validation(rule = "self.lists[0].sum() > 0 && self.lists.map(l, l.size())[0] == 1")]
#[x_validation(rule = "self.times.all(t, t == null || t > timestamp('2024-01-01T00:00:00Z'))")]
#[x_validation(rule = "self.times[0].getFullYear() == 2025")]
pub struct HolesSpec {
    #[schemars(length(max = 20), inner(length(max = 100)))]
    #[x_validation(items(rule = "self != 'bad'"))]
    pub names: Vec<Option<String>>,
    #[schemars(extend("maxProperties" = 20))]
    #[x_validation(rule = "self.size() < 4", values(rule = "self < 10"))]
    pub counts: BTreeMap<String, Option<i64>>,
    pub pair: Pair,
    #[schemars(length(max = 20), inner(length(max = 20)))]
    pub lists: Vec<Option<Vec<i64>>>,
    #[schemars(length(max = 20))]
    pub times: Vec<Option<Time>>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Pair {
    #[serde(default)]
    #[schemars(length(max = 20))]
    weights: Vec<Option<f64>>,
}

#[test]
fn rules_over_nulls_give_what_the_server_gives() {
    let specs = [
        json!({"names": ["aa", "b"], "counts": {"a": 1, "b": 5}, "pair": {"weights": [1]}, "lists": [[1]],
            "times": ["2025-01-01T00:00:00Z"]}),
        json!({"names": ["aa", null, "b"], "counts": {"a": 1, "b": null}, "pair": {"weights": [1, null]},
            "lists": [[1], null], "times": ["2025-01-01T00:00:00Z", null]}),
        json!({"names": [null, "b"], "counts": {"a": null, "b": 1}, "pair": {"weights": [null, 0]}, "lists": [null, [1]],
            "times": [null, "2023-01-01T00:00:00Z"]}),
        json!({"names": [], "counts": {}, "pair": {"weights": []}, "lists": [], "times": []}),
        json!({"names": ["bad", "aa"], "counts": {"a": 11, "b": 2, "c": 3, "d": 4}, "pair": {"weights": [2, 3]},
            "lists": [[], [2, 3]], "times": ["2024-06-01T00:00:00Z"]}),
    ];
    compare::<Holes, HolesSpec>("nullable", &specs);
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_matches_crd::<Holes>();
}
