//! Loops in which the server charges calls for operands of earlier rounds (docs/spec/cost.md A.8), over structs: what is on the stack is of
//! any form.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Leaving", namespaced)]
#[schemars(transform = LeavingSpec::x_validations)]
#[x_validation(
    rule = "self.words.filter(y, self.items.filter(x, x.s.replace(y, self.m[x.k], 1) == 'b').size() >= 0).size() >= 0"
)]
#[x_validation(
    rule = "self.items.exists_one(x, x.s.substring([self.words, x.list, []].size() - 3, 1) == 'b')"
)]
#[x_validation(
    rule = "self.items.map(x, [self.items[0], x, self.items[x.k.size()], x][1] == x, x.s).size() > 0"
)]
#[x_validation(rule = "self.items.exists_one(x, {'x': x.s, self.words[0]: self.m[x.k], 'y': 'z'} == self.m)")]
#[x_validation(
    rule = "self.items.filter(x, x.s.replace((has(x.k) ? x : self.items[0]).k, 'bc') == 'd').size() > 0"
)]
#[x_validation(
    rule = "self.items.filter(x, x.s.replace(x.?k.orValue(self.words[0]), x.k, 2) == 'd').size() > 0"
)]
#[x_validation(
    rule = "self.words.exists(y, self.items.exists_one(x, ([x.s, y, x.k, string(self.at)].size() > 3 || true) && x.s == y))"
)]
#[x_validation(
    rule = "self.words.transformList(i, y, self.items.exists_one(x, [x.s, y, x.k, string(self.n), string(x.at)].size() == i), y).size() > 0"
)]
pub struct LeavingSpec {
    #[schemars(length(max = 4))]
    items: Vec<Item>,
    #[schemars(length(max = 4), inner(length(max = 40)))]
    words: Vec<String>,
    #[schemars(extend("maxProperties" = 4), inner(length(max = 40)))]
    m: BTreeMap<String, String>,
    n: u64,
    #[schemars(extend("format" = "date-time"))]
    at: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Item {
    #[schemars(length(max = 40))]
    s: String,
    #[schemars(length(max = 40))]
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<String>,
    #[schemars(length(max = 4), inner(length(max = 40)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
    #[schemars(extend("format" = "date-time"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

#[test]
fn rounds_are_charged_as_on_the_server() {
    let long = "a text of more than twenty letters";
    let items = [
        json!({"s": "abc"}),
        json!({"s": long, "k": "a", "list": ["x"], "at": "2024-02-29T00:00:00Z"}),
        json!({"s": "b", "k": "nope", "at": "soon"}),
        json!({"s": long, "k": "b", "list": [long]}),
    ];
    let spec = |order: [usize; 4], words: Value| {
        json!({
            "items": order.map(|i| items[i].clone()),
            "words": words,
            "m": {"a": "b", "b": long},
            "n": 1,
            "at": "2024-02-29T00:00:00Z",
        })
    };
    let orders = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0], [1, 3, 0, 2], [0, 3, 2, 1]];
    let specs: Vec<Value> = orders
        .into_iter()
        .flat_map(|order| [json!(["a", "b"]), json!([long]), json!([])].map(|words| spec(order, words)))
        .collect();
    compare::<Leaving, LeavingSpec>("leftovers", &specs);
    assert_matches_crd::<Leaving>();
}
