//! Lists, maps and values that rules compare as wholes.

use super::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use chrono::{DateTime, FixedOffset};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::Ipv6Addr,
};

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Valued", namespaced)]
#[schemars(transform = ValuedSpec::x_validations)]
#[x_validation(rule = "self.at == self.at", message = "at differs from itself")]
#[x_validation(rule = "self.at == oldSelf.at && !(self.at != oldSelf.at)", message = "at")]
#[x_validation(rule = "self.maybe == oldSelf.maybe", message = "maybe")]
#[x_validation(rule = "self.times == oldSelf.times", message = "times")]
#[x_validation(rule = "has(self.port) && self.port == 1", message = "no port")]
#[x_validation(rule = "has(self.other) || self.?other.orValue(1) == 2", message = "no other")]
#[x_validation(rule = "self.moments == oldSelf.moments", message = "moments")]
pub struct ValuedSpec {
    at: BTreeMap<String, Value>,
    #[x_validation(rule = "(self + oldSelf).size() == 2", message = "two")]
    #[x_validation(rule = "(self + oldSelf).map(x, x.v) == [5, 2]", message = "order")]
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["for"]))]
    keyed: VecDeque<Keyed>,
    #[x_validation(rule = "self == oldSelf", message = "lists")]
    #[x_validation(rule = "[self] == [oldSelf]", message = "lists in a list")]
    #[x_validation(rule = "self in [oldSelf]", message = "a list of lists")]
    maybe: Vec<Option<BTreeSet<i32>>>,
    #[x_validation(rule = "self.distinct().size() == 4", message = "distinct")]
    #[schemars(length(max = 9))]
    names: Vec<Option<String>>,
    #[x_validation(rule = "self == oldSelf", message = "maps")]
    maps: BTreeMap<String, Option<BTreeMap<String, i64>>>,
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    times: Vec<DateTime<FixedOffset>>,
    moments: Moments,
    #[expect(clippy::vec_box, reason = "what is tested")]
    boxed: Vec<Box<Texts>>,
    #[x_validation(rule = "self == oldSelf", message = "addresses")]
    #[x_validation(rule = "self.distinct().size() < 9", message = "distinct")]
    #[schemars(length(max = 9))]
    addresses: Vec<Option<BTreeMap<String, Ipv6Addr>>>,
    #[x_validation(rule = "dyn(self.One).size() == 3", message = "size")]
    #[x_validation(rule = "self.One == oldSelf.One", message = "one")]
    #[x_validation(rule = "!(self.One != oldSelf.One)", message = "not one")]
    #[x_validation(rule = "self == oldSelf", message = "choice")]
    #[x_validation(
        rule = "[self].indexOf(oldSelf) == 0 && [self.One].indexOf(oldSelf.One) == 0",
        message = "index"
    )]
    choice: Choice,
    #[x_validation(rule = "'%s'.format([dyn(self)]) == 'x'", message = "printed")]
    names_of: NamesOf,
    port: Port,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Port>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Keyed {
    r#for: i64,
    v: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Moments {
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    times: Vec<DateTime<FixedOffset>>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Texts::x_validations)]
pub struct Texts(#[x_validation(items(rule = "self != 'x'", message = "x"))] Vec<String>);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
#[x_validation(rule = "self == 1 || self == 'a'", message = "a port")]
pub struct Port(#[schemars(extend("x-kubernetes-int-or-string" = true))] Value);

/// One is null, one is left out.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct NamesOf {
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    null: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    empty: Vec<String>,
}

/// A variant holds an object without a type in Rust.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub enum Choice {
    One {
        #[serde(rename = "__a")]
        a: Option<i64>,
        #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
        any: Value,
        many_addresses: Vec<Ipv6Addr>,
    },
    Two {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<i64>,
    },
}

fn with(changes: &Value) -> Value {
    let mut spec = json!({
        "at": {"a": 1, "b": [null]}, "keyed": [{"for": 1, "v": 1}], "maybe": [[1], null], "maps": {"a": {"b": 1}, "c": null},
        "times": ["2020-01-01T00:00:00Z"], "moments": {"times": ["2020-01-01T00:00:00Z"]}, "boxed": [["a"], []], "port": 1,
        "names_of": {"null": null}, "names": [null, "a", "b", "c", "a"], "addresses": [{"a": "::1"}, null], "choice": {"One": {"__a": null, "any": 1, "many_addresses": ["::1"]}},
    });
    let fields = changes.as_object().unwrap().clone();
    spec.as_object_mut().unwrap().extend(fields);
    spec
}

#[test]
fn values_have_the_servers_answers() {
    let none = json!({});
    let times = |times: &[&str]| json!({"times": times, "moments": {"times": times}});
    let keyed = |keys: &[i64]| {
        let items = keys.iter().zip(1..).map(|(key, v)| json!({"for": key, "v": v}));
        json!({"keyed": items.collect::<Vec<_>>()})
    };
    let changes = [
        (none.clone(), none.clone()),
        (json!({"at": {"a": 2, "b": [null]}}), none.clone()),
        (json!({"at": {"a": 1}}), none.clone()),
        (json!({"at": {"a": 1, "c": null}}), none.clone()),
        (json!({"at": {}}), json!({"at": {}})),
        (json!({"maybe": [null, [1]]}), none.clone()),
        (json!({"maybe": [[], null]}), json!({"maybe": [null, null]})),
        (json!({"maybe": [null, null]}), json!({"maybe": [[], null]})),
        (json!({"maybe": [[1], []]}), none.clone()),
        (json!({"maps": {"a": null, "c": null}}), none.clone()),
        (json!({"maps": {"a": {"b": 1}, "c": {}}}), none.clone()),
        (json!({"addresses": [null, {"a": "::1"}]}), none.clone()),
        (json!({"addresses": [{"a": "::2"}, null]}), none.clone()),
        (json!({"choice": {"One": {"__a": 1, "any": 1, "many_addresses": ["::1"]}}}), none.clone()),
        (json!({"choice": {"One": {"__a": null, "any": 2, "many_addresses": ["::1"]}}}), none.clone()),
        (json!({"choice": {"One": {"__a": null, "any": 1, "many_addresses": []}}}), none.clone()),
        (json!({"choice": {"Two": {}}}), none.clone()),
        (json!({"choice": {"Two": {"a": 1}}}), json!({"choice": {"Two": {}}})),
        (keyed(&[1, 2]), keyed(&[1])),
        (keyed(&[1]), keyed(&[2, 2])),
        (keyed(&[1, 1]), keyed(&[1, 1])),
        (keyed(&[1, 2, 1]), keyed(&[1, 2])),
        (keyed(&[1]), keyed(&[2, 2, 1, 1])),
        (times(&["2020-01-01T01:00:00+01:00"]), none.clone()),
        (times(&["2020-01-01T01:00:00+01:00"]), times(&["2020-01-01T01:00:00+01:00"])),
        (times(&["2020-01-01T05:30:00+05:30"]), times(&["2020-01-01T05:30:00+05:30"])),
        (
            times(&["2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z"]),
            times(&["2020-01-02T00:00:00Z", "2020-01-01T00:00:00Z"]),
        ),
        (json!({"boxed": [["x"], ["a", "x"]]}), none.clone()),
        (json!({"names": ["a", "b", "c", "a", null]}), none.clone()),
        (json!({"names_of": {"left_out": "a"}}), none.clone()),
        (json!({"names_of": {"null": "a", "empty": ["a"]}}), none.clone()),
        (json!({"port": null}), none.clone()),
        (json!({"port": null, "other": null}), json!({"port": null})),
        (json!({"port": 2, "other": "b"}), none.clone()),
        (none.clone(), json!({"port": null})),
    ];
    let pairs: Vec<[Value; 2]> = changes.iter().map(|(new, old)| [with(new), with(old)]).collect();
    compare_updates::<Valued, ValuedSpec>("combined_values", &pairs);
    assert_matches_crd::<Valued>();
}

/// A message asks for the value before the update, which items of such a list do not have.
#[derive(XValidation, Serialize, Debug)]
#[x_validation(rule = "self.v != 0", message = "zero", manual_crd)]
pub struct Boxed {
    #[x_validation(rule = "self != 1", message = "one", message_expression = "'not ' + string(oldSelf)")]
    v: i64,
}

#[derive(XValidation, Serialize, Debug)]
pub struct Boxes {
    #[expect(clippy::vec_box, reason = "what is tested")]
    boxes: Vec<Option<Vec<Box<Boxed>>>>,
}

#[test]
fn items_in_boxes_have_no_value_before_an_update() {
    let of = |v| Boxes { boxes: vec![Some(vec![Box::new(Boxed { v })])] };
    let text = |v| of(v).x_validate_update(&of(2)).unwrap_err().to_string();
    assert_eq!(text(0), "boxes[0][0]: Invalid value: zero");
    assert_eq!(text(1), "boxes[0][0].v: Invalid value: 1: one");
}
