//! Rules that compare an object with the one before an update.

use crate::{case::Prepared, crd::crd};
use cel_runtime::{ErrorList, FieldError, Reason, Warnings, XValidation};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

pub(super) fn cases() -> Vec<Prepared> {
    vec![
        grow_only(),
        immutable(),
        ratcheted(),
        keyed("keyed list, 10 items", 10),
        keyed("keyed list, 100 items", 100),
        keyed("keyed list, 1 MiB", 24_000),
        all_kept(10),
    ]
}

fn grow_only() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "self.size >= oldSelf.size", manual_crd)]
    struct Disk {
        size: i64,
    }
    let disk = |size| Disk { size };
    Prepared::update("update, grow only", crd!(grow_only), [disk(10), disk(4)], disk(5), |new, old| {
        new.size >= old.size
    })
}

fn immutable() -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize, PartialEq)]
    #[x_validation(rule = "self.zones == oldSelf.zones && self.class == oldSelf.class", manual_crd)]
    struct Bucket {
        class: String,
        zones: Vec<String>,
    }
    let bucket = |class: &str| Bucket {
        class: class.to_owned(),
        zones: ["eu-west-1", "eu-west-2", "eu-central-1"].map(str::to_owned).into(),
    };
    let buckets = [bucket("standard"), bucket("archive")];
    Prepared::update("update, immutable", crd!(immutable), buckets, bucket("standard"), |new, old| {
        new.zones == old.zones && new.class == old.class
    })
}

#[derive(XValidation, JsonSchema, Serialize, PartialEq)]
#[x_validation(rule = "self.all(n, n.size() <= 5)", message = "a tag is too long", manual_crd)]
struct Tags(Vec<String>);

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(manual_crd)]
struct Tagged {
    tags: Tags,
}

/// What does not hold did not hold before, and is unchanged: the server accepts it with a warning.
fn ratcheted() -> Prepared {
    let tagged = |tag: &str| Tagged { tags: Tags(vec!["short".to_owned(), tag.to_owned()]) };
    let objects = [tagged("too long"), tagged("longer than before")];
    Prepared::update("update, ratcheting", crd!(ratcheted), objects, tagged("too long"), |new, old| {
        let (mut warnings, mut errors) = (Warnings::new(), ErrorList::new());
        if !new.tags.0.iter().all(|tag| tag.chars().count() <= 5) {
            let list = if new.tags == old.tags { &mut warnings } else { &mut errors };
            list.push(FieldError::new("tags", Reason::FieldValueInvalid, "a tag is too long"));
        }
        errors.into_result().map(|()| warnings)
    })
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.port == oldSelf.port || self.name.startsWith('tmp-')", manual_crd)]
struct Listener {
    name: String,
    port: i32,
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(manual_crd)]
struct Keyed {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    listeners: Vec<Listener>,
}

/// Items with the same key in another order.
fn keyed(name: &'static str, items: i32) -> Prepared {
    let listener = |i: i32| Listener { name: format!("listener-number-{i}"), port: 8000 + i };
    let old = Keyed { listeners: (0..items).map(listener).collect() };
    let mut new = [0, 1].map(|_| Keyed { listeners: (0..items).rev().map(listener).collect() });
    new[1].listeners[0].port = 1;
    Prepared::update(name, crd!(keyed), new, old, |new, old| {
        let known: HashMap<&str, &Listener> =
            old.listeners.iter().rev().map(|listener| (&*listener.name, listener)).collect();
        new.listeners.iter().all(|new| {
            known.get(&*new.name).is_none_or(|old| new.port == old.port || new.name.starts_with("tmp-"))
        })
    })
}

fn all_kept(items: i32) -> Prepared {
    #[derive(XValidation, JsonSchema, Serialize)]
    #[x_validation(rule = "oldSelf.names.all(n, n in self.names)", manual_crd)]
    struct Kept {
        names: Vec<String>,
    }
    let kept = |from| Kept { names: (from..items).map(|i| format!("a-name-number-{i}")).collect() };
    Prepared::update("update, none removed, 10 items", crd!(kept), [kept(0), kept(1)], kept(0), |new, old| {
        old.names.iter().all(|name| new.names.contains(name))
    })
}
