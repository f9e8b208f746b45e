//! Objects inside optionals, lists and maps that rules build, and where there are none: generated code has to compile although
//! nothing shows rustc what type an object would have had.

#![deny(warnings)]
#![allow(
    clippy::duplicated_attributes,
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "a test has no interface"
)]

use super::answers::compare_updates;
use cel_runtime::{
    __private::{Node, schema_in_crd},
    XValidation, check_matches_crd,
};
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Not compiled itself: a server takes no CRD with rules whose estimates are as large as those of some here.
#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Rack", namespaced)]
#[serde(transparent)]
struct RackInCrd(RackSpec);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = RackSpec::x_validations)]
#[x_validation(rule = "oldSelf.optFlatMap(o, optional.of(o)) == oldSelf", optional_old_self = true)]
#[x_validation(rule = "[oldSelf].unwrapOpt().distinct().exists(o, o == self)", optional_old_self = true)]
#[x_validation(rule = "oldSelf.hasValue() && oldSelf.value() != self", optional_old_self = true)]
#[x_validation(rule = "dyn(self).size() == 7")]
#[x_validation(rule = "[self].indexOf(self) == 0 && [self].map(s, s) == [self]")]
#[x_validation(rule = "self.?spare == (self.on ? self.?spare : optional.none())")]
#[x_validation(rule = "self.?spare.optFlatMap(s, optional.none()) == self.?spare")]
#[x_validation(rule = "(self.on ? optional.none() : self.?spare).hasValue()")]
#[x_validation(rule = "self.?spare.or(optional.none()).orValue(self.spare) == self.spare")]
#[x_validation(rule = "[].exists(s, s == self.main) || [].all(s, s == self.main)")]
#[x_validation(rule = "[][?0] == self.?spare")]
#[x_validation(rule = "[].first() in [self.?spare, self.?spare]")]
#[x_validation(rule = "self.slots.indexOf(self.slots[0]) == 0")]
#[x_validation(rule = "[].indexOf(self.main) == -1 && [self.main].lastIndexOf(self.main) == 0")]
#[x_validation(rule = "self.slots.filter(s, s.name == 'x') == [] || [] == self.slots")]
#[x_validation(rule = "sets.equivalent(self.slots.map(s, s), [] + [])")]
#[x_validation(rule = "sets.contains([([self.keyed[0]] + self.keyed)[0]], self.keyed)")]
#[x_validation(rule = "dyn(self.slots) != [] + []")]
#[x_validation(rule = "dyn([?{}.?a]) == self.?more.orValue([])")]
#[x_validation(rule = "[].last().value() in dyn([self.?more].unwrapOpt())")]
#[x_validation(rule = "self.slots.transformMap(i, s, s) == {}")]
#[x_validation(rule = "{} != self.slots.transformMapEntry(i, s, {s.name: s})")]
#[x_validation(rule = "[?self.named[?'a'], self.named['b']].indexOf(self.named['b']) == 0")]
#[x_validation(rule = "(self.on ? [] : [self.main]).size() == 1")]
#[x_validation(rule = "self.?more.orValue([]).map(s, s.name).size() == 1")]
struct RackSpec {
    on: bool,
    main: Shelf,
    #[serde(skip_serializing_if = "Option::is_none")]
    spare: Option<Shelf>,
    #[schemars(length(max = 3))]
    slots: Vec<Slot>,
    #[schemars(length(max = 3), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    keyed: Vec<Slot>,
    #[schemars(length(max = 3))]
    more: Option<Vec<Slot>>,
    #[schemars(extend("maxProperties" = 3))]
    named: BTreeMap<String, Slot>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
struct Shelf {
    #[schemars(length(max = 20))]
    name: String,
    height: Option<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
struct Slot {
    #[schemars(length(max = 20))]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    shelf: Option<Shelf>,
}

#[test]
fn objects_in_what_rules_build() {
    let schema = &schema_in_crd(&Rack::crd())["properties"]["spec"];
    assert!(check_matches_crd(RackSpec::SCHEMA, &[], schema).is_empty());
    compare_updates::<Rack, RackSpec>("objects", &pairs());
}

fn pairs() -> Vec<[Value; 2]> {
    let empty =
        json!({"on": true, "main": {"name": "a"}, "slots": [], "keyed": [], "named": {}, "more": null});
    let slot = json!({"name": "a slot with a name", "shelf": {"name": "a"}});
    let full = json!({
        "on": false, "main": {"name": "a", "height": 1}, "spare": {"name": "a shelf with a name"},
        "slots": [slot, {"name": "x"}], "keyed": [{"name": "x"}, slot], "more": [slot],
        "named": {"a": slot, "b": slot},
    });
    vec![
        [empty.clone(), empty.clone()],
        [full.clone(), empty.clone()],
        [empty, full.clone()],
        [full.clone(), full],
    ]
}
