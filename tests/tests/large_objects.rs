//! Objects of 1 MiB: what validation needs beside them, and how long it takes.

#![allow(missing_docs, reason = "a test has no interface")]

use allocation_counter::measure;
use cel_runtime::{ErrorList, XValidation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

mod large_objects {
    pub mod admission;
    pub mod updates;
}

/// The list with keys: as the size of the largest request allows.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Inventory::x_validations)]
#[x_validation(rule = "self.items.size() > 0")]
struct Inventory {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["id"]))]
    items: Vec<Item>,
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    #[x_validation(items(rule = "self != 'bad'", message = "bad"))]
    set: Vec<String>,
    labels: BTreeMap<String, Item>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Item::x_validations)]
#[x_validation(rule = "self.n >= oldSelf.n", message = "n only grows")]
struct Item {
    id: String,
    #[x_validation(rule = "self > 0", message = "positive")]
    n: i64,
}

const ITEMS: usize = 50_000;

fn inventory(count: usize, n: i64) -> Inventory {
    let item = |i: usize| Item { id: format!("i{i:05}"), n };
    Inventory { items: (0..count).map(item).collect(), set: Vec::new(), labels: BTreeMap::new() }
}

/// The most that is allocated while something runs, in bytes, and the time.
fn peak(run: impl FnOnce()) -> (u64, Duration) {
    let start = Instant::now();
    let info = measure(run);
    (info.bytes_max, start.elapsed())
}

fn size(object: &impl Serialize) -> u64 {
    serde_json::to_string(object).expect("JSON").len() as u64
}

/// How many failures there were, those included that are only counted.
fn count(errors: &ErrorList) -> usize {
    errors.len() - usize::from(errors.omitted() > 0) + errors.omitted()
}

#[test]
fn a_new_object_needs_nothing_beside_it() {
    let object = inventory(ITEMS, 1);
    assert!(size(&object) > 1 << 20);
    let (bytes, time) = peak(|| assert!(object.x_validate().is_ok()));
    println!("{bytes} bytes, {time:?}");
    assert!(bytes < 1 << 10, "{bytes}");
}

#[test]
fn an_update_needs_an_index_of_the_old_items() {
    let (old, mut new) = (inventory(ITEMS, 1), inventory(ITEMS, 2));
    new.items.reverse();
    let (bytes, time) = peak(|| assert!(new.x_validate_update(&old).is_ok()));
    println!("{bytes} bytes, {time:?}");
    assert!(bytes < 4 * (size(&new) + size(&old)), "{bytes}");
    assert!(time < MOST_TIME, "{time:?}");
}

/// Each failure asks what the update left as it was.
#[test]
fn an_update_of_which_every_item_fails_takes_no_quadratic_time() {
    let (old, mut new) = (inventory(ITEMS, 0), inventory(ITEMS, 0));
    new.items.reverse();
    let mut warnings = 0;
    let (bytes, time) =
        peak(|| warnings = new.x_validate_update(&old).map_or(0, |warnings| count(&warnings)));
    println!("{bytes} bytes, {time:?}");
    assert_eq!(warnings, ITEMS);
    assert!(bytes < most_memory(size(&new)), "{bytes}");
    assert!(time < MOST_TIME, "{time:?}");
}

#[test]
fn twice_the_object_needs_twice_the_memory() {
    let of = |count: usize| {
        let (old, new) = (inventory(count, 0), inventory(count, 0));
        peak(|| drop(new.x_validate_update(&old))).0
    };
    let (half, whole) = (of(ITEMS / 2), of(ITEMS));
    assert!(whole < 3 * half, "{half} {whole}");
}

#[test]
fn lists_without_keys_and_maps() {
    let names =
        |n: usize| (0..n).map(|i| if i % 2 == 0 { "bad".to_owned() } else { format!("{i}") }).collect();
    let labels = |n: usize| (0..n).map(|i| (format!("k{i}"), Item { id: String::new(), n: 0 })).collect();
    let of = |n| Inventory { set: names(n), labels: labels(n), ..inventory(1, 1) };
    let (old, new) = (of(ITEMS), of(ITEMS));
    let mut warnings = 0;
    let (bytes, time) =
        peak(|| warnings = new.x_validate_update(&old).map_or(0, |warnings| count(&warnings)));
    println!("{bytes} bytes, {time:?}");
    assert_eq!(warnings, ITEMS + ITEMS / 2);
    assert!(bytes < most_memory(size(&new)), "{bytes}");
    assert!(time < MOST_TIME, "{time:?}");
}

/// Without optimization, on a machine that does other things.
const MOST_TIME: Duration = Duration::from_secs(60);

/// Memory that an update may need at most beside the objects: three times the text of one of them for both texts and an index of the items, and
/// the errors, the warnings and the costs of the report.
fn most_memory(text: u64) -> u64 {
    const REPORT: u64 = 3 * (512 << 10);
    3 * text + REPORT
}
