//! `assert_accepts!` and `assert_rejects!`: what they take, and what a test says that fails.

use cel_runtime::{XValidation, assert_accepts, assert_rejects};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
};

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Disk::x_validations)]
#[x_validation(rule = "self.size <= self.limit", message = "a disk fits its limit")]
struct Disk {
    #[x_validation(rule = "self > 0")]
    #[x_validation(rule = "self >= oldSelf", message = "disks only grow")]
    size: i64,
    limit: i64,
    #[schemars(length(max = 16))]
    #[x_validation(items(rule = "self != '' && self.matches('^[a-z]+$')"))]
    tags: Vec<String>,
}

fn disk(size: i64, limit: i64, tags: &[&str]) -> Disk {
    Disk { size, limit, tags: tags.iter().map(|tag| (*tag).to_owned()).collect() }
}

mod widgets {
    cel_runtime::include_crd!("tests/testing/widget.yaml");
}

#[test]
fn objects_are_values_or_references() {
    let (small, large) = (disk(1, 2, &[]), disk(2, 2, &["a"]));
    assert_accepts!(small);
    assert_accepts!(&small);
    assert_accepts!(disk(1, 1, &[]),);
    for disk in &[small.clone(), large.clone()] {
        assert_accepts!(disk);
    }
    assert_accepts!(small => large);
    assert_accepts!(&small => disk(2, 3, &[]));
    let (boxed, shared) = (Box::new(small.clone()), Arc::new(disk(0, 1, &[])));
    assert_accepts!(boxed => &large);
    assert_rejects!(shared, "failed rule: self > 0");
    assert_rejects!(boxed => shared, String::from("disks only grow"), at String::from("size"));
    assert_rejects!(large => small, "size: Invalid value: 1: disks only grow");
    assert_rejects!(disk(2, 1, &[]), "fits", at "<nil>");
    assert_rejects!(disk(2, 1, &[]), "fits", at "",);
}

#[test]
fn warnings_and_errors_can_be_asked_further() {
    let warnings = assert_accepts!(disk(1, 2, &[""]) => disk(2, 2, &[""]));
    assert_eq!(warnings[0].field(), "tags[0]");
    let errors = assert_rejects!(disk(0, -1, &[]), "fits");
    assert_eq!(errors.len(), 2);
}

#[test]
fn objects_of_a_crd_file_are_json_or_serialize() {
    let (small, large) = (json!({"spec": {"min": 1, "max": 2}}), json!({"spec": {"min": 3, "max": 2}}));
    assert_accepts!(widgets::v1, small);
    assert_accepts!(self::widgets::v1, small => &json!({"spec": {"min": 2, "max": 2}}).clone());
    assert_rejects!(widgets::v1, &large, "must not exceed");
    assert_rejects!(widgets::v1, small => large, "must not exceed", at "spec");
    {
        use widgets::v1;
        assert_accepts!(v1, std::collections::BTreeMap::from([("spec", json!({"min": 1, "max": 2}))]));
    }
}

/// The text of a test that fails, and its place.
fn said(test: fn()) -> String {
    static HOOK: Mutex<()> = Mutex::new(());
    let _one = HOOK.lock().unwrap_or_else(PoisonError::into_inner);
    let said = Arc::new(Mutex::new(String::new()));
    let writer = Arc::clone(&said);
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let file = info.location().map_or("", |location| location.file());
        let text = info.payload().downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        *writer.lock().expect("one panic") = format!("{file}: {text}");
    }));
    let outcome = panic::catch_unwind(AssertUnwindSafe(test));
    panic::set_hook(hook);
    assert!(outcome.is_err(), "the assertion holds");
    let said = said.lock().expect("one panic").replace('\\', "/");
    said.rsplit_once("tests/testing.rs: ").map_or(said.clone(), |(_, text)| text.to_owned())
}

/// With `BLESS=1` the file is written anew.
#[test]
fn failures_show_errors_rules_and_objects() {
    const FAILURES: &[fn()] = &[
        || _ = assert_accepts!(disk(3, 2, &["", "a"])),
        || _ = assert_accepts!(disk(3, 4, &[]) => disk(1, 4, &[])),
        || _ = assert_accepts!(widgets::v1, json!({"spec": {"min": 3, "max": 2}})),
        || _ = assert_rejects!(disk(1, 2, &[]), "fits"),
        || _ = assert_rejects!(disk(1, 2, &[""]) => disk(2, 2, &[""]), "failed rule", at "tags[0]"),
        || _ = assert_rejects!(disk(3, 2, &[]), "only grow"),
        || _ = assert_rejects!(disk(3, 2, &[]), "fits", at "size"),
    ];
    let texts: Vec<String> = FAILURES.iter().map(|test| said(*test) + "\n").collect();
    let found = texts.join("----\n");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/testing/failures.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, &found).expect("the folder is there");
    }
    assert_eq!(found, std::fs::read_to_string(file).unwrap_or_default());
}

#[test]
fn of_a_large_object_the_first_part_is_shown() {
    let said = said(|| _ = assert_accepts!(disk(1, 1, &["A"; 1000])));
    assert!(said.contains("\n.. and 950 more errors\nthe object:\n"), "{said}");
    assert!(said.ends_with("\n.. and 806 more lines"), "{said}");
}
