//! Texts of 1,000 bytes that are compared and searched: the work that the cost does not show is counted for them.

use crate::{case::Prepared, crd::crd};
use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

pub(super) fn cases() -> Vec<Prepared> {
    vec![same_lists(), in_list(), key_of_map()]
}

fn long(i: usize) -> String {
    format!("{}-{i}", "a-part-".repeat(143))
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(manual_crd)]
struct Names {
    names: Vec<String>,
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.lists[0] == self.lists[1]", manual_crd)]
struct Lists {
    lists: Vec<Names>,
}

fn same_lists() -> Prepared {
    let names = |to| Names { names: (0..to).map(long).collect() };
    let lists = |to| Lists { lists: vec![names(10), names(to)] };
    Prepared::new("long texts, ==", crd!(same_lists), [lists(10), lists(9)], |lists| match &*lists.lists {
        [left, right, ..] => left.names == right.names,
        _ => false,
    })
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.name in self.names", manual_crd)]
struct Known {
    name: String,
    names: Vec<String>,
}

fn in_list() -> Prepared {
    let known = |i| Known { name: long(i), names: (0..10).map(long).collect() };
    Prepared::new("long texts, in", crd!(long_in), [known(9), known(10)], |known| {
        known.names.contains(&known.name)
    })
}

#[derive(XValidation, JsonSchema, Serialize)]
#[x_validation(rule = "self.name in self.labels", manual_crd)]
struct Labels {
    name: String,
    labels: BTreeMap<String, String>,
}

fn key_of_map() -> Prepared {
    let labels = |i| Labels { name: long(i), labels: (0..10).map(|i| (long(i), String::new())).collect() };
    Prepared::new("long texts, key of a map", crd!(long_key), [labels(9), labels(10)], |labels| {
        labels.labels.contains_key(&labels.name)
    })
}
