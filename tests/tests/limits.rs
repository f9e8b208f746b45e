//! Costs of evaluations over large lists where they exceed their limit, the memory that they build, and the ways to stop them from outside.

#![allow(missing_docs, reason = "a test has no interface")]

#[path = "limits/bounds.rs"]
mod bounds;
#[path = "limits/doubled.rs"]
mod doubled;
#[path = "limits/estimates.rs"]
mod estimates;
#[path = "limits/free.rs"]
mod free;
#[path = "limits/long.rs"]
mod long;
#[path = "limits/memory.rs"]
mod memory;
#[path = "limits/rounds.rs"]
mod rounds;
#[path = "limits/stopped.rs"]
mod stopped;
#[path = "limits/values.rs"]
mod values;

use cel_runtime::{Options, Report, XValidation};
use serde_json::{Value, json};
use std::{
    thread,
    time::{Duration, Instant},
};
use tests::interpreted;

mod larges {
    cel_runtime::include_crd!("tests/limits/rules.yaml");
}

/// A rule over a list in three forms, and the cost at which the server cancels it over 100,000 items.
struct Case {
    name: &'static str,
    rule: &'static str,
    cost: u64,
    typed: fn(Vec<String>) -> Report,
}

macro_rules! cases {
    ($($name:ident $rule:tt $cost:literal;)*) => {
        $(mod $name {
            #[derive(cel_runtime::XValidation, serde::Serialize)]
            #[x_validation(rule = $rule, manual_crd)]
            pub struct Large {
                pub items: Vec<String>,
            }
        })*

        const CASES: &[Case] = &[$(Case {
            name: stringify!($name),
            rule: $rule,
            cost: $cost,
            typed: |items| $name::Large { items }.x_evaluate(None, &Options::default()),
        }),*];
    };
}

cases! {
    behind_or "self.items.all(x, self.items.all(y, x != 'z' || y != x))" 1_000_001;
    behind_and "self.items.all(x, self.items.all(y, !(x == 'z' && y != x)))" 1_000_001;
    in_a_branch "self.items.all(x, self.items.all(y, x == 'z' ? y == x : x != 'z'))" 1_000_001;
    behind_opt_map "self.items.all(x, self.items.all(y, optional.of(x).optMap(v, v == 'z' || y == x).orValue(true) || x != 'z'))" 1_000_001;
    in_exists_one "!self.items.exists_one(x, self.items.exists_one(y, x == 'z' && y == x))" 1_000_001;
    with_two_variables "self.items.all(i, x, self.items.all(j, y, i < 0 || x != 'z' || y != x))" 1_000_001;
    in_filter "self.items.map(x, self.items.filter(y, x == 'z' && y == x).size()).sum() == 0" 1_000_001;
    over_a_built_list "self.items.map(x, x + 'a').all(x, self.items.exists(y, x == 'z' && y == x) || x != 'z')" 1_000_007;
    in_transform_list "self.items.transformList(i, x, self.items.all(y, x != 'z' || y != x)).size() > 0" 1_000_001;
    in_transform_map "self.items.transformMap(i, x, self.items.all(y, x != 'z' || y != x)).size() > 0" 1_000_001;
    in_sort_by "self.items.sortBy(x, self.items.exists(y, x == 'z' && y != x) ? 1 : 0).size() > 0" 1_000_001;
    over_dyn "dyn(self.items).all(x, dyn(self.items).all(y, x != 'z' || y != x))" 1_000_001;
    in_counts "self.items.all(x, self.items.filter(y, y == x).size() < 9)" 1_000_001;
    of_integers "self.items.all(x, self.items.all(y, 1 + 1 == 2))" 1_000_001;
}

#[test]
fn structs_stop_at_the_limit() {
    for case in CASES {
        let (report, time) = timed(|| (case.typed)(items(ITEMS)));
        assert_cancelled(case, &report, time);
    }
}

#[test]
fn json_stops_at_the_limit() {
    for case in CASES {
        let object = json!({case.name: {"items": items(ITEMS)}});
        let (report, time) = timed(|| larges::v1::evaluate(&object, None, &Options::default()));
        assert_eq!(report.rules[0].rule, case.rule);
        assert_cancelled(case, &report, time);
    }
}

/// On two cores, because it takes longer than all other tests here.
#[test]
fn the_interpreter_stops_at_the_limit() {
    let schema =
        json!({"type": "object", "properties": {"items": {"type": "array", "items": {"type": "string"}}}});
    let this = json!({"type": schema, "value": {"items": items(ITEMS)}});
    let stops = |case: &Case| {
        let request = json!({"expr": case.rule, "vars": {"self": this}, "env": "stored"});
        let (answers, time) = timed(|| interpreted::answers(&[request]).expect("an answer"));
        let answer: &Value = &answers[0];
        assert_eq!(
            (&answer["runtime_cost"], &answer["error"]),
            (&json!(case.cost), &json!(CANCELLED)),
            "{}",
            case.rule
        );
        assert!(time < MOST_TIME, "{time:?} {}", case.rule);
    };
    thread::scope(|scope| {
        for half in CASES.chunks(CASES.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(stops));
        }
    });
}

fn assert_cancelled(case: &Case, report: &Report, time: Duration) {
    assert_eq!(report.rules[0].cost, case.cost, "{}", case.rule);
    assert_eq!(report.remaining_budget, -1, "{}", case.rule);
    assert!(report.errors.to_string().contains(CANCELLED), "{}", report.errors);
    assert!(time < MOST_TIME, "{time:?} {}", case.rule);
}

fn items(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("i{i:05}")).collect()
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = run();
    (value, start.elapsed())
}

const ITEMS: usize = 100_000;

const CANCELLED: &str = "operation cancelled: actual cost limit exceeded";

/// Without the limit they take a hundred times as long as with it, and more.
const MOST_TIME: Duration = Duration::from_secs(200);
