//! Rules on nested types: which nodes are visited, in which order, under which paths.

#![allow(dead_code, reason = "some fields are read by no rule")]

use cel_runtime::{Options, XValidation};
use std::collections::BTreeMap;
use tests_types::{Bounds, Limits};

mod parts {
    use cel_runtime::XValidation;

    #[derive(XValidation, serde::Serialize)]
    #[x_validation(rule = "self.port > 0", manual_crd)]
    pub(crate) struct Port {
        pub(crate) port: i32,
        #[x_validation(rule = "self != ''")]
        pub(crate) name: Option<String>,
    }
}

#[derive(XValidation, serde::Serialize)]
#[x_validation(rule = "self.limits.min >= 0", manual_crd)]
struct Spec {
    limits: Limits,
    #[x_validation(rule = "self.min > 0")]
    other: Option<Box<Bounds>>,
    #[x_validation(rule = "self.all(p, p.port > 1)")]
    ports: Vec<parts::Port>,
    by_name: BTreeMap<String, parts::Port>,
    #[x_validation(items(rule = "self != 'x'"))]
    tags: Vec<String>,
    #[x_validation(values(rule = "self != 'y'"))]
    labels: BTreeMap<String, String>,
}

fn spec() -> Spec {
    let port = |name: Option<&str>| parts::Port { port: 1, name: name.map(str::to_owned) };
    Spec {
        limits: Limits { min: 1, max: 2 },
        other: Some(Box::new(Limits { min: 1, max: 2 })),
        ports: vec![port(None), port(Some("a"))],
        by_name: BTreeMap::from([("k".to_owned(), port(Some("b")))]),
        tags: vec!["t".to_owned()],
        labels: BTreeMap::from([("l".to_owned(), "v".to_owned())]),
    }
}

/// All evaluations in order: the path of the node and the rule.
fn evaluations<T: XValidation + serde::Serialize>(value: &T) -> Vec<String> {
    let report = value.x_evaluate(None, &Options::default());
    report.rules.iter().map(|rule| format!("{} {}", rule.path, rule.rule)).collect()
}

#[test]
fn every_node_is_visited_in_order() {
    assert_eq!(
        evaluations(&spec()),
        [
            "<nil> self.limits.min >= 0",
            "limits self.min <= self.max",
            "other self.min <= self.max",
            "other self.min > 0",
            "ports self.all(p, p.port > 1)",
            "ports[0] self.port > 0",
            "ports[1] self.port > 0",
            "ports[1].name self != ''",
            "by_name[k] self.port > 0",
            "by_name[k].name self != ''",
            "tags[0] self != 'x'",
            "labels[l] self != 'y'",
        ]
    );
}
