//! Lists of each type: what correlates through them, and what does not.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Old values are found through objects, maps and keyed lists, and nowhere below other lists.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Site", namespaced)]
#[schemars(transform = SiteSpec::x_validations)]
pub struct SiteSpec {
    region: Region,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Region::x_validations)]
#[x_validation(rule = "oldSelf.halls.all(h, h in self.halls)", message = "halls stay", field_path = ".halls")]
pub struct Region {
    #[schemars(extend("maxProperties" = 5))]
    halls: BTreeMap<String, Hall>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Hall::x_validations)]
#[x_validation(
    rule = "self.racks.size() >= oldSelf.racks.size()",
    message = "racks stay",
    field_path = ".racks"
)]
pub struct Hall {
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    racks: Vec<Rack>,
    #[schemars(length(max = 5))]
    tags: Vec<Tag>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Rack::x_validations)]
#[x_validation(rule = "self.height >= oldSelf.height", message_expression = "self.name + ' shrinks'")]
pub struct Rack {
    #[schemars(length(max = 10))]
    name: String,
    #[x_validation(rule = "self > 0", message = "flat")]
    height: i64,
    #[schemars(length(max = 5))]
    #[x_validation(rule = "self.size() >= oldSelf.size()", message = "slots stay")]
    slots: Vec<Slot>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Slot::x_validations)]
#[x_validation(rule = "self.watts < 100", message_expression = "'%d watts'.format([self.watts])")]
pub struct Slot {
    watts: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Tag::x_validations)]
pub struct Tag {
    #[schemars(length(max = 10))]
    #[x_validation(rule = "self != ''", message = "blank", reason = "FieldValueRequired")]
    key: String,
}

/// A list with two keys, one of them an integer, one with a default.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Gateway", namespaced)]
#[schemars(transform = GatewaySpec::x_validations)]
#[x_validation(
    rule = "oldSelf.listeners.all(o, self.listeners.exists(l, l.port == o.port && l.protocol == o.protocol))",
    message = "listeners stay"
)]
#[x_validation(
    rule = "self.listeners == oldSelf.listeners || self.version > oldSelf.version",
    message = "a new version"
)]
#[x_validation(rule = "self.listeners + [] == self.listeners && [] + self.listeners == self.listeners")]
pub struct GatewaySpec {
    version: i64,
    #[schemars(
        length(max = 6),
        extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["port", "protocol"])
    )]
    listeners: Vec<Listener>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Listener::x_validations)]
#[x_validation(
    rule = "self.host == oldSelf.host || self.host.endsWith('.' + oldSelf.host)",
    message = "hosts become narrower"
)]
pub struct Listener {
    port: u16,
    #[serde(default)]
    protocol: Protocol,
    #[schemars(length(max = 20))]
    #[x_validation(rule = "self.size() > 2", message = "short")]
    host: String,
    #[x_validation(rule = "self <= oldSelf", message = "weights shrink")]
    #[x_validation(rule = "self > 0", message = "weightless")]
    weight: Option<i32>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Copy, Debug, Default)]
#[serde(rename_all = "UPPERCASE")]
pub enum Protocol {
    #[default]
    Tcp,
    Udp,
}

/// Sets: equal in any order, and so are their sums.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Roster", namespaced)]
#[schemars(transform = RosterSpec::x_validations)]
#[x_validation(
    rule = "self.names == ['a', 'b'] || self.names.size() != 2",
    message = "a and b, in any order"
)]
#[x_validation(
    rule = "['a', 'b'] == self.names || self.names.size() != 2",
    message = "a and b, in this order"
)]
#[x_validation(
    rule = "(self.names + ['z', 'a']).size() <= 4",
    message_expression = "'%s and z'.format([self.names[0]])"
)]
#[x_validation(rule = "self.names + ['z'] == ['z'] + self.names", message = "z comes last")]
#[x_validation(rule = "self.atomic == self.names || self.atomic.size() != 2", message = "as written")]
#[x_validation(
    rule = "self.names == oldSelf.names || self.ranks != oldSelf.ranks",
    message = "ranks follow names"
)]
pub struct RosterSpec {
    #[schemars(length(max = 5), inner(length(max = 10)), extend("x-kubernetes-list-type" = "set"))]
    #[x_validation(rule = "oldSelf == self || self.size() > oldSelf.size()", message = "names are added")]
    #[x_validation(items(rule = "self != 'nobody'", message = "nobody"))]
    names: Vec<String>,
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "set"))]
    #[x_validation(rule = "self == oldSelf || self.sum() > oldSelf.sum()", message = "ranks rise")]
    #[x_validation(items(rule = "self >= 0"))]
    ranks: Vec<i64>,
    #[schemars(length(max = 5), inner(length(max = 10)))]
    #[x_validation(items(rule = "self != 'nobody'", message = "nobody"))]
    atomic: Vec<String>,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![sites(), gateways(), rosters()]
}

fn sites() -> Crd {
    let rack = |name: &str, height: i64| json!({"name": name, "height": height, "slots": [{"watts": 5}, {"watts": 7}]});
    let hall = |racks: &[Value]| json!({"racks": racks, "tags": [{"key": "k"}, {"key": "l"}]});
    let site = |racks: &[Value]| json!({"spec": {"region": {"halls": {"h": hall(racks), "i": hall(&[])}}}});
    let halls = "/spec/region/halls";
    let at = |path: &str, value: Value| json!({ format!("{halls}{path}"): value });
    Crd::of::<Site>([
        site(&[rack("a", 2), rack("b", 3)]),
        site(&[rack("b", 1)]),
        json!({"spec": {"region": {"halls": {}}}}),
    ])
    .create(json!({format!("{halls}/h/racks/0/height"): 0, format!("{halls}/h/tags/1/key"): ""}))
    .update(json!({}), at("/h/racks/0/height", json!(1)))
    .update(json!({}), at("/h/racks", json!([rack("b", 2), rack("a", 2)])))
    .update(json!({}), at("/h/racks", json!([rack("c", 0)])))
    .update(at("/h/racks/0/height", json!(0)), json!({}))
    .update(at("/h/racks/0/height", json!(0)), at("/h/tags/0/key", json!("new")))
    .update(at("/h/tags/0/key", json!("")), json!({}))
    .update(at("/h/tags/0/key", json!("")), at("/h/tags/1/key", json!("new")))
    .update(at("/h/racks/0/slots/0/watts", json!(100)), json!({}))
    .update(at("/h/racks/0/slots/0/watts", json!(100)), at("/h/racks/0/height", json!(9)))
    .update(at("/h/racks/0/slots/0/watts", json!(100)), at("/h/racks/0/slots/1/watts", json!(100)))
    .update(json!({}), at("/h/racks/0/slots", json!([{"watts": 1}])))
    .update(json!({}), json!({halls: {"h": hall(&[])}}))
    .update(at("/h/racks/0/slots/0/watts", json!(100)), at("/new", hall(&[rack("x", 0)])))
}

fn gateways() -> Crd {
    let listener = |port: u16, protocol: &str, host: &str| json!({"port": port, "protocol": protocol, "host": host, "weight": 3});
    let gateway = |listeners: &[Value]| json!({"spec": {"version": 1, "listeners": listeners}});
    let (tcp, udp) = (listener(80, "TCP", "example.dev"), listener(80, "UDP", "a.example.dev"));
    Crd::of::<Gateway>([
        gateway(&[tcp.clone(), udp.clone()]),
        gateway(std::slice::from_ref(&udp)),
        gateway(&[listener(81, "TCP", "b.example.dev")]),
    ])
    .create(json!({"/spec/listeners/0/host": "x", "/spec/listeners/1/weight": 0}))
    .update(json!({}), json!({"/spec/listeners": [udp, tcp]}))
    .update(json!({}), json!({"/spec/listeners/0/weight": 4, "/spec/version": 2}))
    .update(json!({}), json!({"/spec/listeners/0/port": 81, "/spec/version": 2}))
    .update(json!({}), json!({"/spec/listeners/1/protocol": "TCP", "/spec/listeners/1/port": 82}))
    .update(json!({"/spec/listeners/0/weight": 0}), json!({"/spec/version": 2}))
    .update(
        json!({"/spec/listeners/0/weight": 0}),
        json!({"/spec/listeners/0/host": "www.example.dev", "/spec/version": 2}),
    )
    .update(
        json!({"/spec/listeners/0/host": "x"}),
        json!({"/spec/listeners": [listener(443, "TCP", "y"), listener(80, "TCP", "x")]}),
    )
}

fn rosters() -> Crd {
    let roster =
        |names: Value, atomic: Value| json!({"spec": {"names": names, "ranks": [1, 2, 3], "atomic": atomic}});
    Crd::of::<Roster>([
        roster(json!(["a", "b"]), json!(["a", "b"])),
        roster(json!(["x"]), json!(["a", "a", "b"])),
        roster(json!([]), json!([])),
        roster(json!(["c", "b", "a"]), json!(["c"])),
    ])
    .create(json!({"/spec/names": ["b", "a"]}))
    .create(json!({"/spec/names": ["b", "a"], "/spec/atomic": ["b", "a"], "/spec/ranks": [-1]}))
    .create(json!({"/spec/names": ["p", "q", "r", "z"]}))
    .create(json!({"/spec/names": ["nobody", "z"], "/spec/atomic": ["nobody", "nobody"]}))
    .update(json!({}), json!({"/spec/names": ["b", "a"], "/spec/ranks": [3, 2, 1]}))
    .update(json!({}), json!({"/spec/names": ["c"], "/spec/ranks": [3, 2]}))
    .update(json!({"/spec/names": ["nobody", "z", "y"]}), json!({"/spec/names": ["z", "nobody", "y"]}))
    .update(json!({"/spec/atomic": ["nobody"]}), json!({"/spec/ranks": [9]}))
    .update(json!({"/spec/atomic": ["nobody"]}), json!({"/spec/atomic": ["nobody", "a"]}))
    .update(json!({"/spec/names": ["nobody"], "/spec/atomic": ["nobody"]}), json!({}))
}
