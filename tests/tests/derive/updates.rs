//! Updates: rules with `oldSelf`, which value an old one belongs to, and failures that are only warnings.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Fleet", namespaced)]
#[schemars(transform = FleetSpec::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "self.size >= oldSelf.size", message = "fleets only grow", field_path = ".size")]
#[x_validation(
    rule = "self.size < 100",
    message_expression = "'from %d to %d'.format([oldSelf.size, self.size])"
)]
#[x_validation(
    rule = "!oldSelf.hasValue() || oldSelf.value().name == self.name",
    optional_old_self = true,
    message = "the name is fixed"
)]
struct FleetSpec {
    #[x_validation(rule = "self != oldSelf + 1", message = "not one at a time")]
    #[x_validation(rule = "self % 2 == 0", message = "odd")]
    size: i64,
    #[x_validation(rule = "self == oldSelf || self.startsWith(oldSelf)", message = "names are prolonged")]
    name: String,
    #[x_validation(rule = "!oldSelf.hasValue() || self.size() > 1", optional_old_self = true)]
    note: Option<String>,
    #[x_validation(rule = "self == oldSelf", message = "image")]
    image: Option<Box<Image>>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name", "port"]))]
    #[x_validation(rule = "oldSelf.all(o, self.exists(s, s.name == o.name))", message = "ports stay")]
    #[schemars(length(max = 20))]
    ports: Vec<Port>,
    #[x_validation(values(rule = "self >= oldSelf", message = "quotas only grow"))]
    quotas: BTreeMap<String, i64>,
    images: BTreeMap<String, Image>,
    #[schemars(length(max = 20), extend("x-kubernetes-list-type" = "set"))]
    #[x_validation(rule = "oldSelf == self || self.size() > oldSelf.size()", message = "zones")]
    #[x_validation(items(rule = "self != 'nowhere'", message = "nowhere"))]
    zones: Vec<String>,
    list: Vec<Checked>,
    #[x_validation(rule = "(type(self) == int) == (type(oldSelf) == int)", message = "kind")]
    surge: Option<IntOrString>,
    mode: Mode,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Image::x_validations)]
#[x_validation(rule = "self.tag != oldSelf.tag || self == oldSelf", message = "a tag is one image")]
struct Image {
    #[schemars(length(max = 20))]
    tag: String,
    #[x_validation(rule = "self.size() == 4", message = "no digest")]
    digest: Option<String>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
#[x_validation(rule = "self.public == oldSelf.public", message = "public stays")]
struct Port {
    #[schemars(length(max = 20))]
    name: String,
    port: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    public: bool,
    #[x_validation(rule = "self <= oldSelf", message = "weights shrink")]
    #[x_validation(rule = "self > 0", message = "weightless")]
    weight: Option<i32>,
}

/// In a list without keys: what an update leaves as it was is forgiven with the whole list.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Checked::x_validations)]
#[x_validation(rule = "self.n > 0", message = "positive")]
struct Checked {
    n: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Mode::x_validations)]
#[serde(rename_all = "camelCase")]
enum Mode {
    Plain {
        #[x_validation(rule = "self >= oldSelf", message = "levels rise")]
        level: i64,
    },
    Fancy(Image),
}

fn fleet() -> Value {
    json!({
        "size": 4, "name": "a", "note": "x", "image": {"tag": "v1", "digest": "abcd"},
        "ports": [
            {"name": "http", "port": 80, "weight": 3},
            {"name": "http", "port": 81, "public": true},
        ],
        "quotas": {"a": 1, "b": 2},
        "images": {"x": {"tag": "t", "digest": "0000"}},
        "zones": ["a", "b"],
        "list": [{"n": 1}],
        "surge": 1,
        "mode": {"plain": {"level": 1}},
    })
}

fn with(changes: &Value) -> Value {
    let mut fleet = fleet();
    for (pointer, value) in changes.as_object().unwrap() {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = fleet.pointer_mut(parent).unwrap();
        match parent {
            Value::Object(entries) => drop(entries.insert(key.to_owned(), value.clone())),
            other => other[key.parse::<usize>().unwrap()] = value.clone(),
        }
    }
    fleet
}

#[test]
fn updates_have_the_servers_answers() {
    let both = |changes: Value| [with(&changes), with(&changes)];
    let change = |new: Value, old: Value| [with(&new), with(&old)];
    let none = json!({});
    let pairs = [
        both(none.clone()),
        change(json!({"/size": 2}), none.clone()),
        change(json!({"/size": 5, "/name": "ab"}), none.clone()),
        change(json!({"/size": 102}), none.clone()),
        both(json!({"/size": 103})),
        change(json!({"/size": 103, "/name": "b"}), json!({"/size": 103})),
        change(json!({"/note": null}), none.clone()),
        change(none.clone(), json!({"/note": null})),
        change(json!({"/note": "yy"}), none.clone()),
        change(json!({"/image/tag": "v2"}), none.clone()),
        change(json!({"/image/digest": null}), none.clone()),
        change(json!({"/image": null}), none.clone()),
        change(none.clone(), json!({"/image": null})),
        both(json!({"/image/digest": "abc", "/images/x/digest": ""})),
        change(json!({"/image/digest": "abc", "/images/x/digest": ""}), json!({"/images/x/digest": ""})),
        change(json!({"/ports": []}), none.clone()),
        change(json!({"/ports/0/weight": 4, "/ports/1/public": false}), none.clone()),
        change(
            json!({"/ports": [{"name": "http", "port": 81, "weight": 0}, {"name": "new", "port": 80}]}),
            none.clone(),
        ),
        both(json!({"/ports/0/weight": 0})),
        change(json!({"/ports/0/weight": 0, "/ports/1/port": 82}), json!({"/ports/0/weight": 0})),
        change(json!({"/quotas": {"a": 0, "b": 3, "c": -1}}), none.clone()),
        change(json!({"/images": {"x": {"tag": "t", "digest": "1111"}, "y": {"tag": "t"}}}), none.clone()),
        change(json!({"/zones": ["b", "a"]}), none.clone()),
        change(json!({"/zones": ["b", "c"]}), none.clone()),
        both(json!({"/zones": ["nowhere"]})),
        change(json!({"/zones": ["nowhere", "a", "b"]}), json!({"/zones": ["nowhere", "a"]})),
        both(json!({"/list": [{"n": 0}, {"n": 2}]})),
        change(json!({"/list": [{"n": 0}, {"n": 3}]}), json!({"/list": [{"n": 0}, {"n": 2}]})),
        change(json!({"/surge": "1%"}), none.clone()),
        change(json!({"/surge": 2}), none.clone()),
        change(json!({"/mode": {"plain": {"level": 0}}}), none.clone()),
        change(json!({"/mode": {"fancy": {"tag": "a", "digest": "1"}}}), none.clone()),
        both(json!({"/mode": {"fancy": {"tag": "a", "digest": "1"}}})),
    ];
    compare_updates::<Fleet, FleetSpec>("updates", &pairs);
    assert_matches_crd::<Fleet>();
}
