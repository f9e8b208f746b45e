//! Items that are not what the schema says, and sets behind types of their own.

use super::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Wide", namespaced)]
#[schemars(transform = WideSpec::x_validations)]
#[x_validation(rule = "uint(self.maybe[0]) == 1u", message = "maybe")]
#[x_validation(rule = "self.maybe[0] == 1", message = "maybe is 1")]
#[x_validation(rule = "uint(self.nested[0][0]) == 1u", message = "nested")]
#[x_validation(rule = "self.maybe.all(x, uint(x) == 1u)", message = "all")]
#[x_validation(rule = "['a', 'b'][self.wide[0]] == 'b'", message = "index")]
#[x_validation(rule = "dyn(['a', 'b'])[self.wide[0]] == 'b'", message = "index as dyn")]
#[x_validation(rule = "{1: 'a'}[self.maybe[0]] == 'a'", message = "maybe an index")]
#[x_validation(rule = "['a', 'b'][true ? self.wide[0] : 1] == 'b'", message = "index of a branch")]
#[x_validation(rule = "['a', 'b'][?self.nested[0][0]].hasValue()", message = "optional index")]
#[x_validation(rule = "['a', 'b'][self.one] == 'b'", message = "a property as index")]
#[x_validation(rule = "['a', 'b'][self.wide[0] + 0] == 'b'", message = "a sum as index")]
#[x_validation(rule = "['a', 'b'][[self.wide[0]][0]] == 'b'", message = "index of a built list")]
#[x_validation(rule = "self.wide.all(x, ['a', 'b'][x] == 'b')", message = "a variable as index")]
#[x_validation(rule = "!self.maybe[?0].hasValue()", message = "an optional element that may be null")]
#[x_validation(rule = "!self.wide[?0].hasValue()", message = "an optional element")]
#[x_validation(rule = "self.maybe[?0].orValue(2) == 1", message = "an optional element or 2")]
#[x_validation(rule = "['a', 'b'][dyn(self).wide[0]] == 'b'", message = "index through dyn")]
#[x_validation(rule = "dyn(['a', 'b'])[dyn(self.wide)[0]] == 'b'", message = "index of a list as dyn")]
#[x_validation(rule = "['a', 'b'][dyn(self.nested)[0][0]] == 'b'", message = "nested index through dyn")]
#[x_validation(rule = "['a', 'b'][true ? dyn(self.wide)[0] : 1] == 'b'", message = "branch through dyn")]
#[x_validation(rule = "['a', 'b'][?dyn(self.wide)[0]].hasValue()", message = "optional index through dyn")]
#[x_validation(rule = "['a', 'b'][dyn(self).wide[0u]] == 'b'", message = "index of an uint index")]
#[x_validation(rule = "['a', 'b'][dyn(self).?wide[0].orValue(1)] == 'b'", message = "index of an optional")]
#[x_validation(rule = "[self.wide].all(x, ['a', 'b'][x[0]] == 'b')", message = "element of a variable")]
#[x_validation(
    rule = "[dyn(self)].all(x, ['a', 'b'][x.wide[0]] == 'b')",
    message = "element of an object as dyn"
)]
#[x_validation(rule = "['a', 'b'][dyn(self).one] == 'b'", message = "a property as index through dyn")]
#[x_validation(rule = "dyn(self.wide)[0].a == 1", message = "a step behind an element")]
#[x_validation(
    rule = "dyn(self.wide)[self.wide.size() - 1].a == 1",
    message = "a step behind the last element"
)]
#[x_validation(rule = "has(dyn(self.wide)[0].a)", message = "has of an element")]
pub struct WideSpec {
    maybe: Vec<Option<u64>>,
    nested: Option<Vec<Vec<Option<Own>>>>,
    #[schemars(length(max = 3))]
    wide: Vec<u64>,
    one: u64,
    #[x_validation(rule = "self == oldSelf", message = "choice")]
    choice: Choice,
    #[x_validation(rule = "self == oldSelf && [self].indexOf(oldSelf) == 0", message = "sets")]
    #[x_validation(rule = "self.list == oldSelf.list", message = "list")]
    #[x_validation(rule = "self.map == oldSelf.map", message = "map")]
    sets: Sets,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Own(u64);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub enum Choice {
    One(Set),
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Sets {
    list: Vec<Set>,
    map: BTreeMap<String, Set>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Set(#[schemars(extend("x-kubernetes-list-type" = "set"))] VecDeque<i8>);

#[test]
fn elements_have_the_servers_answers() {
    let spec = |n: u64, set: [i8; 2], index: [i8; 2]| {
        json!({
            "maybe": [n, null], "nested": [[n]], "wide": [n], "one": n,
            "choice": {"One": set}, "sets": {"list": [index, [3]], "map": {"a": index}},
        })
    };
    let large = i64::MAX.unsigned_abs() + 1;
    let specs = [
        spec(1, [1, 2], [1, 2]),
        spec(large, [1, 2], [1, 2]),
        spec(1, [2, 1], [1, 2]),
        spec(large, [2, 3], [2, 1]),
    ];
    let pairs: Vec<[Value; 2]> =
        specs.iter().flat_map(|new| specs.iter().map(|old| [new.clone(), old.clone()])).collect();
    compare_updates::<Wide, WideSpec>("combined_elements", &pairs);
    assert_matches_crd::<Wide>();
}
