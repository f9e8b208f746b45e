//! The time for each item, from 10 items to 1,000,000, and what is allocated beside the object. The limits of the server are off, since
//! they would end most of these loops.

use crate::{
    case::Run,
    clock,
    crd::compiled::{keyed, named, ratcheted},
};
use allocation_counter::measure;
use cel_runtime::{Options, Report, XValidation};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::{hint::black_box, rc::Rc};

/// How an object with so many items is judged, as a struct and as JSON.
pub(crate) struct Growth {
    pub(crate) name: &'static str,
    pub(crate) items: u32,
    pub(crate) typed: PerItem,
    pub(crate) json: PerItem,
}

/// Of the report about one object.
pub(crate) struct PerItem {
    /// For each item.
    pub(crate) nanoseconds: f64,
    pub(crate) allocations: u64,
    /// The most bytes that were taken at a time, for each item.
    pub(crate) bytes: f64,
}

pub(crate) fn all() -> Vec<Growth> {
    let of = |items| [in_a_loop(items), unchanged(items), with_keys(items)];
    [10, 1_000, 100_000, 1_000_000].into_iter().flat_map(of).collect()
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.ports.all(p, p.name.startsWith('a') && p.port > 0)", manual_crd)]
struct Named {
    ports: Vec<Port>,
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(manual_crd)]
struct Port {
    name: String,
    port: u32,
}

fn in_a_loop(items: u32) -> Growth {
    let port = |port| Port { name: "a-port".to_owned(), port: port + 1 };
    let object = || Named { ports: (0..items).map(port).collect() };
    measured("a loop", items, object(), None, named::evaluate)
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.all(n, n.size() <= 5)", message = "a tag is too long", manual_crd)]
struct Tags(Vec<String>);

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(manual_crd)]
struct Tagged {
    tags: Tags,
}

/// The last tag is too long, and was so before.
fn unchanged(items: u32) -> Growth {
    let tag = |item| if item + 1 < items { "short" } else { "too long" };
    let object = || Tagged { tags: Tags((0..items).map(|item| tag(item).to_owned()).collect()) };
    measured("an update, ratcheting", items, object(), Some(object()), ratcheted::evaluate)
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.port == oldSelf.port || self.name.startsWith('tmp-')", manual_crd)]
struct Listener {
    name: String,
    port: u32,
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(manual_crd)]
struct Keyed {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    listeners: Vec<Listener>,
}

/// The items are in reverse order.
fn with_keys(items: u32) -> Growth {
    let listener = |port| Listener { name: format!("listener-number-{port}"), port };
    let old = Keyed { listeners: (0..items).map(listener).collect() };
    let new = Keyed { listeners: (0..items).rev().map(listener).collect() };
    measured("an update of items with keys", items, new, Some(old), keyed::evaluate)
}

fn measured<T: XValidation + Serialize + 'static>(
    name: &'static str,
    items: u32,
    new: T,
    old: Option<T>,
    evaluate: fn(&Value, Option<&Value>, &Options) -> Report,
) -> Growth {
    let options = || Options { budget: i64::MAX, per_call_limit: u64::MAX, ..Options::default() };
    let to_json = |object: &T| serde_json::to_value(object).expect("JSON");
    let (new_json, old_json) = (to_json(&new), old.as_ref().map(to_json));
    let typed = per_item(items, move || black_box(&new).x_evaluate(black_box(old.as_ref()), &options()));
    let json =
        per_item(items, move || evaluate(black_box(&new_json), black_box(old_json.as_ref()), &options()));
    Growth { name, items, typed, json }
}

fn per_item(items: u32, judge: impl Fn() -> Report + 'static) -> PerItem {
    let judge = Rc::new(judge);
    let report = judge();
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    let taken = measure(|| drop(black_box(judge())));
    let run: Run = Box::new(move |count| (0..count).for_each(|_| drop(black_box(judge()))));
    let each = |of_all: f64| of_all / f64::from(items);
    PerItem {
        nanoseconds: each(clock::alone(&run)),
        allocations: taken.count_total,
        bytes: each(taken.bytes_max as f64),
    }
}
