//! Updates that fail everywhere: as structs and as JSON, with short items, long names and long values.

use crate::{MOST_TIME, count, most_memory, peak, size};
use cel_runtime::{ErrorList, Options, Report, XValidation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{collections::BTreeMap, time::Duration};

mod crd {
    cel_runtime::include_crd!("tests/large_objects/lists.yaml");
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Lists::x_validations)]
#[x_validation(rule = "false", message = "root")]
struct Lists {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["k"]))]
    keyed: Vec<Keyed>,
    #[x_validation(items(rule = "self < 0", message = "negative"))]
    atomic: Vec<i64>,
    maps: BTreeMap<String, Numbers>,
    #[x_validation(rule = "self == ''", message = "none")]
    #[x_validation(rule = "self.size() < 1", message = "empty")]
    #[x_validation(rule = "self.size() < 2", message = "short")]
    text: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Keyed::x_validations)]
#[x_validation(rule = "self.k < 0", message = "negative")]
struct Keyed {
    k: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    v: Option<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Numbers::x_validations)]
struct Numbers(#[x_validation(items(rule = "self < 0", message = "negative"))] Vec<i64>);

fn lists() -> Lists {
    Lists { keyed: Vec::new(), atomic: Vec::new(), maps: BTreeMap::new(), text: String::new() }
}

fn keyed(items: i64, v: Option<i64>) -> Lists {
    Lists { keyed: (0..items).map(|k| Keyed { k, v }).collect(), ..lists() }
}

fn failures(report: &Report) -> [usize; 2] {
    [count(&report.errors), count(&report.warnings)]
}

/// Both forms of an update say the same, in as much memory as they may take; the more of it, and the longer time.
#[track_caller]
fn check(new: &Lists, old: &Lists, expected: [usize; 2]) -> (u64, Duration) {
    let options = Options::default();
    let [new_json, old_json] = [new, old].map(|object| serde_json::to_value(object).expect("JSON"));
    let (mut typed, mut json) = (Report::default(), Report::default());
    let costs = [
        peak(|| typed = new.x_evaluate(Some(old), &options)),
        peak(|| json = crd::v1::evaluate(&new_json, Some(&old_json), &options)),
    ];
    assert_eq!([failures(&typed), failures(&json)], [expected; 2]);
    assert_eq!(typed.runtime_cost, json.runtime_cost);
    let text = size(new).max(size(old));
    let per_byte = costs.map(|(bytes, _)| bytes as f64 / text as f64);
    println!("{text} bytes of text, {per_byte:.1?} for each, {:?}", costs.map(|(_, time)| time));
    if text >= 1 << 20 {
        assert!(costs.iter().all(|(bytes, _)| *bytes <= most_memory(text)), "{per_byte:?}");
    }
    let most_time = MOST_TIME.mul_f64((text as f64 / 1_048_576.0).max(1.0));
    assert!(costs.iter().all(|(_, time)| *time < most_time), "{costs:?}");
    costs[0].max(costs[1])
}

/// Items are unchanged in reverse order, then none of them is.
#[test]
fn items_with_keys() {
    for items in [20_000, 80_000] {
        let (mut new, old) = (keyed(items, Some(1)), keyed(items, Some(1)));
        new.keyed.reverse();
        let items = new.keyed.len();
        check(&new, &old, [0, items + 1]);
        check(&keyed(80_000, Some(2)), &old, [80_001, 0]);
    }
}

/// As many as an object has room for.
#[test]
fn the_shortest_items() {
    check(&keyed(110_000, None), &keyed(110_000, None), [0, 110_001]);
    let numbers = |last| Lists {
        atomic: (0..520_000).map(|i| if i < 519_999 { 1 } else { last }).collect(),
        ..lists()
    };
    check(&numbers(1), &numbers(1), [0, 520_001]);
    check(&numbers(2), &numbers(1), [520_001, 0]);
}

/// The path of each item has the name.
#[test]
fn items_below_a_long_name() {
    let of = |first| {
        let numbers = (0..280_000).map(|i| if i == 0 { first } else { 1 }).collect();
        Lists { maps: BTreeMap::from([("n".repeat(500_000), Numbers(numbers))]), ..lists() }
    };
    check(&of(1), &of(1), [0, 280_001]);
    check(&of(1), &of(2), [280_001, 0]);
}

/// Each failure shows the value: once there is no room for more, failures are counted.
#[test]
fn a_long_value() {
    let of = |text: &str| Lists { text: text.repeat(1 << 20), ..lists() };
    check(&of("a"), &of("a"), [0, 4]);
    check(&of("\u{1}"), &of("c"), [4, 0]);
    check(&of("\u{1}"), &of("\u{1}c\u{1}c"), [4, 0]);
    check(&of("c"), &of("\u{1}"), [4, 0]);
}

#[test]
fn four_times_the_items_need_four_times_the_memory() {
    let of = |items| {
        check(&keyed(items, Some(3)), &keyed(items, Some(4)), [usize::try_from(items).unwrap() + 1, 0]).0
    };
    let (small, large) = (of(60_000), of(240_000));
    assert!(large < 5 * small, "{small} {large}");
}

#[test]
fn what_is_left_out_is_said_last() {
    let (new, old) = (keyed(30_000, Some(1)), keyed(30_000, Some(2)));
    let errors: ErrorList = new.x_validate_update(&old).unwrap_err();
    let last = errors.iter().last().unwrap();
    let omitted = errors.omitted();
    assert!(omitted > 10_000 && count(&errors) == 30_001);
    assert_eq!(last.error(), format!("<nil>: Invalid value: {omitted} more failures are not shown"));
    let status = errors.status("example.dev", "Lists", "a");
    assert_eq!(status.details.causes.len(), errors.len());
    assert_eq!(status.details.causes.last().unwrap().message, last.message());
    assert!(status.message.ends_with(&format!("{last}]")));

    let all = new.x_evaluate(Some(&old), &Options { report_limit: usize::MAX, ..Options::default() });
    assert_eq!((all.errors.omitted(), all.omitted_rules), (0, 0));
    assert_eq!((all.errors.len(), all.rules.len()), (30_001, 30_004));
    assert!(all.errors.iter().zip(&errors).take(errors.len() - 1).all(|(all, kept)| all == kept));

    let one = new.x_evaluate(Some(&old), &Options { report_limit: 0, ..Options::default() });
    assert_eq!((one.errors.len(), one.errors.omitted()), (2, 30_000));
    assert_eq!((one.rules.len(), one.omitted_rules), (1, 30_003));
    let written = serde_json::to_value(&one).unwrap();
    let error = json!({"field": "<nil>", "reason": "FieldValueInvalid", "detail": "30000 more failures are not shown",
        "message": "Invalid value: 30000 more failures are not shown"});
    assert_eq!((&written["errors"][1], &written["omitted_rules"]), (&error, &json!(30_003)));
}

/// That the walk was cut short is never left out.
#[test]
fn the_end_of_the_budget_is_said_whatever_was_before() {
    let options = Options { report_limit: 0, budget: 9, ..Options::default() };
    let report = keyed(100, None).x_evaluate(None, &options);
    let texts: Vec<&str> = report.errors.iter().map(|error| error.error()).collect();
    let [first, budget, omitted] = *texts else { panic!("{texts:?}") };
    assert_eq!(first, "<nil>: Invalid value: root");
    assert!(budget.contains("running out of cost budget"), "{budget}");
    assert!(omitted.contains(" more failure"), "{omitted}");
}
