//! `==`, `!=`, `in` and `+` of long sets and lists with keys: what they need beside the object, and how long they take.

#![allow(missing_docs, reason = "a test has no interface")]

use allocation_counter::measure;
use cel_runtime::{Options, XValidation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

mod lists {
    cel_runtime::include_crd!("tests/large_lists.yaml");
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Root::x_validations)]
struct Root {
    #[serde(default)]
    spec: Option<Spec>,
    #[serde(default)]
    sums: Option<Sums>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self == oldSelf")]
#[x_validation(rule = "self == self")]
struct Spec {
    #[x_validation(rule = "self == self")]
    #[x_validation(rule = "!(self != self)")]
    #[x_validation(rule = "self in [self]")]
    #[x_validation(rule = "(self + self).size() > 0")]
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["id"]))]
    items: Vec<Item>,
    #[x_validation(rule = "self == self")]
    #[x_validation(rule = "!(self != self)")]
    #[x_validation(rule = "self in [self]")]
    #[x_validation(rule = "(self + self).size() >= 0")]
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    names: Vec<String>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Sums::x_validations)]
struct Sums {
    #[x_validation(rule = "(self + self == self + self) != (self.size() == 0)")]
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["id"]))]
    items: Vec<Item>,
}

/// Keys may be missing, as in what a webhook is sent.
#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Item::x_validations)]
struct Item {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    n: i64,
}

/// A set that Rust keeps in order, and that is read as any value.
#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Ordered::x_validations)]
#[x_validation(rule = "[dyn(self.names), dyn(1)].all(value, value == value && value != 'a')")]
struct Ordered {
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    names: BTreeSet<String>,
}

/// The most that is allocated while something runs, in bytes, and the time.
fn peak(run: impl FnOnce()) -> (u64, Duration) {
    let start = Instant::now();
    let info = measure(run);
    (info.bytes_max, start.elapsed())
}

/// Judges an object, and an update of it where there is an old one: as a struct and as JSON. All rules hold.
fn check(new: &Value, old: Option<&Value>, most: u64) {
    let text = |object: &Value| object.to_string().len() as u64;
    let limit = most * (text(new) + old.map_or(0, text));
    let read = |object: &Value| Root::deserialize(object).expect("the type");
    let (typed, typed_old) = (read(new), old.map(read));
    let as_struct =
        peak(|| assert_eq!(typed.x_evaluate(typed_old.as_ref(), &Options::default()).errors.to_string(), ""));
    let as_json =
        peak(|| assert_eq!(lists::v1::evaluate(new, old, &Options::default()).errors.to_string(), ""));
    for (bytes, time) in [as_struct, as_json] {
        println!("{bytes} of {limit} bytes, {time:?}");
        assert!(bytes <= limit, "{bytes} > {limit}");
        assert!(time < MOST_TIME, "{time:?}");
    }
}

fn spec(items: Vec<Value>, names: Vec<Value>) -> Value {
    json!({ "spec": { "items": items, "names": names } })
}

fn items(order: impl Iterator<Item = usize>) -> Vec<Value> {
    order.map(|i| json!({ "id": format!("i{i:06}"), "n": i })).collect()
}

fn names(order: impl Iterator<Item = usize>) -> Vec<Value> {
    order.map(|i| json!(format!("n{i:06}"))).collect()
}

#[test]
fn lists_with_keys() {
    check(&spec(items(0..COUNT), names(0..1)), None, 5);
}

#[test]
fn sets() {
    check(&spec(items(0..1), names(0..COUNT)), None, 5);
}

#[test]
fn an_update_that_only_changes_the_order() {
    let old = spec(items(0..COUNT / 2), names(0..COUNT / 2));
    let new = spec(items((0..COUNT / 2).rev()), names((0..COUNT / 2).rev()));
    check(&new, Some(&old), 5);
}

/// Whoever looked at one after another would look at all.
#[test]
fn keys_that_are_all_the_same() {
    let same = |item: Value| vec![item; COUNT];
    check(&spec(same(json!({ "id": "a", "n": 1 })), same(json!("a"))), None, 16);
    check(&spec(same(json!({ "n": 1 })), Vec::new()), None, 16);
}

#[test]
fn sums_of_sums() {
    check(&json!({ "sums": { "items": items(0..COUNT) } }), None, 20);
}

#[test]
fn a_set_that_has_no_indexes() {
    let object = json!({ "names": names(0..COUNT) });
    let typed: Ordered = from(&object);
    let (bytes, time) = peak(|| assert!(typed.x_validate().is_ok()));
    println!("{bytes} bytes, {time:?}");
    assert!(bytes < 10 * object.to_string().len() as u64, "{bytes}");
    assert!(time < MOST_TIME, "{time:?}");
}

fn from<T: DeserializeOwned>(object: &Value) -> T {
    T::deserialize(object).expect("the type")
}

const COUNT: usize = 100_000;

/// Without optimization, on a machine that does other things.
const MOST_TIME: Duration = Duration::from_secs(60);
