//! Functions of lists over the collections of a struct; the costs are the server's.

use cel_runtime::{Options, XValidation};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

#[derive(XValidation, serde::Serialize)]
#[x_validation(manual_crd)]
#[x_validation(rule = "self.ints.sum() == 6")]
#[x_validation(rule = "self.small.sort() == [1, 2, 3]")]
#[x_validation(rule = "self.names.isSorted()")]
#[x_validation(rule = "self.names.max().startsWith('a name')")]
#[x_validation(rule = "self.numbers.max() > 1.0")]
#[x_validation(rule = "self.flags.indexOf(true) == 1")]
#[x_validation(rule = "self.unique.reverse()[0] == 'b'")]
#[x_validation(rule = "self.nested.flatten().distinct().size() == 2")]
#[x_validation(rule = "self.nested.indexOf(['b', 'a']) == 1")]
#[x_validation(rule = "self.nested[1].lastIndexOf('a') == 1")]
#[x_validation(rule = "sets.contains(self.names, ['a'])")]
#[x_validation(rule = "sets.equivalent(self.unique, self.nested.flatten())")]
#[x_validation(rule = "sets.intersects(self.names, self.unique)")]
#[x_validation(rule = "self.ports.sortBy(p, p.port)[0].name == 'http'")]
#[x_validation(rule = "self.ports.map(p, p.name).sort()[0] == 'http'")]
#[x_validation(rule = "self.maps.indexOf({'k': 1}) == 0")]
#[x_validation(rule = "self.ports.reverse()[0].port == 80")]
#[x_validation(rule = "self.ports.slice(0, 1).all(p, p.port == 443)")]
#[x_validation(rule = "lists.range(self.ints.size()).all(i, self.ints[i] == i + 1)")]
#[x_validation(rule = "self.nested.sortBy(n, -n.size())[0].size() == 2")]
#[x_validation(rule = "[self.ints.sum()].sort() == [6] || self.ints.sortBy(i, 1 / i) == []")]
struct Spec {
    ints: Vec<i64>,
    small: Vec<i32>,
    names: Vec<String>,
    numbers: Option<Vec<f64>>,
    flags: VecDeque<bool>,
    unique: BTreeSet<String>,
    nested: Vec<Vec<String>>,
    maps: Vec<BTreeMap<String, i64>>,
    ports: Vec<Port>,
}

#[derive(XValidation, serde::Serialize)]
#[x_validation(manual_crd)]
struct Port {
    name: String,
    port: i32,
}

#[test]
fn rules_hold_and_cost_what_they_cost_on_the_server() {
    let text = |text: &str| text.to_owned();
    let port = |name: &str, port| Port { name: text(name), port };
    let spec = Spec {
        ints: vec![1, 2, 3],
        small: vec![3, 1, 2],
        names: vec![text("a"), text("a name of more than ten bytes")],
        numbers: Some(vec![0.5, 1.5]),
        flags: VecDeque::from([false, true]),
        unique: BTreeSet::from([text("a"), text("b")]),
        nested: vec![vec![text("a")], vec![text("b"), text("a")]],
        maps: vec![BTreeMap::from([(text("k"), 1)])],
        ports: vec![port("https", 443), port("http", 80)],
    };
    let report = spec.x_evaluate(None, &Options::default());
    assert_eq!(report.errors.to_string(), "");
    let costs: Vec<(&str, u64)> = report.rules.iter().map(|rule| (&*rule.rule, rule.cost)).collect();
    assert_eq!(costs, COSTS);
}

const COSTS: &[(&str, u64)] = &[
    ("self.ints.sum() == 6", 6),
    ("self.small.sort() == [1, 2, 3]", 32),
    ("self.names.isSorted()", 4),
    ("self.names.max().startsWith('a name')", 5),
    ("self.numbers.max() > 1.0", 5),
    ("self.flags.indexOf(true) == 1", 5),
    ("self.unique.reverse()[0] == 'b'", 18),
    ("self.nested.flatten().distinct().size() == 2", 46),
    ("self.nested.indexOf(['b', 'a']) == 1", 3),
    ("self.nested[1].lastIndexOf('a') == 1", 4),
    ("sets.contains(self.names, ['a'])", 5),
    ("sets.equivalent(self.unique, self.nested.flatten())", 30),
    ("sets.intersects(self.names, self.unique)", 9),
    ("self.ports.sortBy(p, p.port)[0].name == 'http'", 56),
    ("self.ports.map(p, p.name).sort()[0] == 'http'", 53),
    ("self.maps.indexOf({'k': 1}) == 0", 4),
    ("self.ports.reverse()[0].port == 80", 19),
    ("self.ports.slice(0, 1).all(p, p.port == 443)", 21),
    ("lists.range(self.ints.size()).all(i, self.ints[i] == i + 1)", 45),
    ("self.nested.sortBy(n, -n.size())[0].size() == 2", 58),
    ("[self.ints.sum()].sort() == [6] || self.ints.sortBy(i, 1 / i) == []", 29),
];

#[test]
fn a_rule_on_items_may_stand_in_braces() {
    #[derive(XValidation)]
    #[x_validation(manual_crd)]
    struct Steps {
        #[x_validation(items { rule = "self > 0" })]
        steps: Vec<i64>,
    }
    assert!(Steps { steps: vec![1] }.x_validate().is_ok());
    assert!(Steps { steps: vec![0] }.x_validate().is_err());
}
