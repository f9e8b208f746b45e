//! Values of objects as keys of maps, which the server tells apart by where they are, and empty lists that `optMap` names.

use super::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use chrono::{DateTime, FixedOffset};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Placed", namespaced)]
#[schemars(transform = PlacedSpec::x_validations)]
#[x_validation(rule = "self in {self: 1} && [self].all(x, [self].all(y, x in {y: 1}))", message = "self")]
#[x_validation(rule = "self.list in {self.list: 1}", message = "list")]
#[x_validation(rule = "[self.list].all(x, x in {x: 1} && {x: 1} == {x: 1})", message = "bound list")]
#[x_validation(
    rule = "self.lists.all(x, x in {x: 1}) && [self.lists].all(x, x[0] in {x[0]: 1})",
    message = "lists"
)]
#[x_validation(
    rule = "self.items.all(x, x in {x: 1}) && [self.items].all(x, x[0] in {x[0]: 1})",
    message = "items"
)]
#[x_validation(rule = "[self.item].all(x, x in {x: 1} && x.list in {x.list: 1})", message = "item")]
#[x_validation(rule = "[self.map].all(x, {x: 1}.transformMap(k, v, v) == {x: 1})", message = "map")]
#[x_validation(
    rule = "self.map.all(k, v, v in {v: 1}) && self.map.all(k, self.map[k] in {self.map[k]: 1})",
    message = "values"
)]
#[x_validation(rule = "self.?maybe.optMap(x, x in {x: 1}) != optional.of(false)", message = "named")]
#[x_validation(rule = "[self.?maybe].all(x, x in {x: 1})", message = "optional")]
#[x_validation(rule = "[[self.?maybe]].all(x, x[0] in {x[0]: 1})", message = "optional element")]
#[x_validation(rule = "[self.?item.list].all(x, x.value() in {x.value(): 1})", message = "content")]
#[x_validation(rule = "self.time in {self.time: 1}", message = "time")]
#[x_validation(
    rule = "[self.time].all(x, x in {x: 1} && x + duration('1s') in {x + duration('1s'): 1})",
    message = "bound time"
)]
#[x_validation(
    rule = "self.times.all(x, x in {x: 1}) && {self.times[0]: 1, self.times[0]: 2}.size() == 1",
    message = "times"
)]
#[x_validation(rule = "timestamp(self.text) in {timestamp(self.text): 1}", message = "read time")]
#[x_validation(
    rule = "{dyn(self).item: 1, dyn(self).item: 2}.size() == 1 || [dyn(self)].all(x, x in {self: 1})",
    message = "dyn"
)]
#[x_validation(rule = "[self.list].map(x, x.sort() in {x: 1}) == [true]", message = "sorted")]
#[x_validation(rule = "(self.set.sort() + ['a', 'a']).size() == 1", message = "sorted set")]
#[x_validation(rule = "self.set.distinct() == dyn(1)", message = "distinct set")]
#[x_validation(rule = "[self.list].all(x, (x + []) in {x: 1} || !(([] + x) in {x: 1}))", message = "sum")]
#[x_validation(rule = "dyn(true ? self.list : [1]) == 1", message = "either list")]
#[x_validation(rule = "dyn(true ? self.map : {'a': [1]}) == 1", message = "either map")]
#[x_validation(rule = "dyn(false ? self.map : {'a': [1]}) == 1", message = "either map, the built one")]
#[x_validation(rule = "(self.list == [1] ? self.map : {'a': [1]}) == dyn(1)", message = "a chosen map")]
#[x_validation(rule = "[self.map, {'a': [1]}].exists_one(x, dyn(x) == 1)", message = "maps in a list")]
#[x_validation(rule = "dyn(self.?map.orValue({'a': [1]})) == 1", message = "a map or another")]
#[x_validation(
    rule = "self.?list.optMap(x, [1, 2].all(i, (x + [i]).size() == self.list.size() + 1)).orValue(true)",
    message = "named list"
)]
#[x_validation(
    rule = "self.?list.optMap(x, [(x + [1]).size(), (x + [1]).size(), x.size()]).orValue([]) == [1, 2, 2]",
    message = "named list in a literal"
)]
#[x_validation(rule = "self.?set.optMap(x, (x + ['a', 'a']).size()).orValue(0) == 2", message = "named set")]
#[x_validation(
    rule = "self.?items.optMap(x, (x + x + self.items).size()).orValue(0) == 0",
    message = "named items"
)]
#[x_validation(
    rule = "optional.of(self.list).optMap(x, optional.ofNonZeroValue(x).hasValue()).value()",
    message = "named zero"
)]
#[x_validation(rule = "self.?map.optMap(x, dyn(1) in x).orValue(true)", message = "named map")]
#[x_validation(rule = "self == oldSelf || self in {oldSelf: 1}", message = "old")]
#[x_validation(rule = "oldSelf in {oldSelf: 1} && [oldSelf].all(x, x in {oldSelf: 1})", message = "old self")]
pub struct PlacedSpec {
    #[schemars(length(max = 9))]
    list: Vec<i64>,
    #[schemars(length(max = 9))]
    lists: Vec<Vec<i64>>,
    #[schemars(length(max = 9), extend("x-kubernetes-list-type" = "set"))]
    set: Vec<String>,
    item: Item,
    #[schemars(length(max = 9))]
    items: Vec<Item>,
    #[schemars(extend("maxProperties" = 9))]
    map: BTreeMap<String, Vec<i64>>,
    #[schemars(length(max = 9))]
    maybe: Option<Vec<i64>>,
    time: DateTime<FixedOffset>,
    #[schemars(length(max = 9))]
    times: Vec<Stamp>,
    text: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Item::x_validations)]
#[x_validation(
    rule = "[self].all(x, x in {self: 1}) && !(self.list in {self.list: 1})",
    message = "of an item"
)]
pub struct Item {
    #[x_validation(rule = "self in {self: 1} && [self].all(x, x in {self: 1})", message = "of a list")]
    list: Vec<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Stamp(#[schemars(extend("format" = "date-time"))] String);

fn spec(changes: &Value) -> Value {
    let mut spec = json!({
        "list": [1], "lists": [[1], []], "set": ["b"], "item": {"list": [1]}, "items": [{"list": []}],
        "map": {"a": [1]}, "maybe": [1], "time": "2020-01-01T05:30:00+05:30",
        "times": ["2020-01-01T05:30:00+05:30"], "text": "2020-01-01T05:30:00+05:30",
    });
    let fields = changes.as_object().unwrap().clone();
    spec.as_object_mut().unwrap().extend(fields);
    spec
}

#[test]
fn places_have_the_servers_answers() {
    let changes = [
        json!({}),
        json!({"list": [], "set": [], "items": [], "map": {}}),
        json!({"maybe": null}),
        json!({"maybe": []}),
        json!({
            "time": "2020-01-01T05:00:00+05:00", "times": ["2020-01-01T00:00:00Z"],
            "text": "2020-01-01T05:00:00+05:00",
        }),
    ];
    let pairs: Vec<[Value; 2]> = changes.iter().map(|new| [spec(new), spec(&json!({}))]).collect();
    compare_updates::<Placed, PlacedSpec>("combined_places", &pairs);
    assert_matches_crd::<Placed>();
}
