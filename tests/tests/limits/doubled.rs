//! Values that hold others many times, where a walk may take few steps without charge: the server takes 10^12 and charges thousands.

use cel_runtime::{__private::Walk, Options, Report, XValidation};
use serde_json::{Value, json};
use tests::interpreted;

/// A rule over a list in three forms.
struct Case {
    name: &'static str,
    rule: &'static str,
    typed: fn(Vec<i64>) -> Report,
}

macro_rules! cases {
    ($($name:ident $rule:tt;)*) => {
        $(mod $name {
            #[derive(cel_runtime::XValidation, serde::Serialize)]
            #[x_validation(rule = $rule, manual_crd)]
            pub struct Doubled {
                pub items: Vec<i64>,
            }
        })*

        const CASES: &[Case] = &[$(Case {
            name: stringify!($name),
            rule: $rule,
            typed: |items| $name::Doubled { items }.x_evaluate(None, &Options::default()),
        }),*];
    };
}

cases! {
    lists "[[1]].map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).all(y, y == y)";
    maps "[[1]].map(x, self.items.transformMap(i, v, x)).map(x, self.items.transformMap(i, v, x)).map(x, self.items.transformMap(i, v, x)).map(x, self.items.transformMap(i, v, x)).map(x, self.items.transformMap(i, v, x)).all(y, y == y)";
    dyns "[dyn([1])].map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).all(y, y == y)";
    contained "[[1]].map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).all(y, y in [y])";
    distinct "[[1]].map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(y, [y, y].distinct().size()) == [1]";
    flattened "[dyn([1])].map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).map(x, self.items.map(i, x)).all(y, dyn(y).flatten(50).size() > 0)";
    free_rounds "self.items.map(x, self.items.map(y, self.items.exists_one(z, false))).size() > 0";
}

#[test]
fn structs_stop_where_steps_are_not_charged() {
    for case in CASES {
        assert_stopped(case, case.typed);
    }
}

#[test]
fn json_stops_where_steps_are_not_charged() {
    // Also a function's body can have it.
    cel_runtime::include_crd!("tests/limits/doubled.yaml");
    for case in CASES {
        assert_stopped(case, |items| {
            let object = json!({case.name: {"items": items}});
            v1::evaluate(&object, None, &Options::default())
        });
    }
}

#[test]
fn the_interpreter_stops_where_steps_are_not_charged() {
    let schema =
        json!({"type": "object", "properties": {"items": {"type": "array", "items": {"type": "integer"}}}});
    for case in CASES {
        let this = json!({"type": schema, "value": {"items": (0..300).collect::<Vec<i64>>()}});
        let request = json!({"expr": case.rule, "vars": {"self": this}, "env": "stored"});
        let _walk = Walk::with_steps(STEPS);
        let answer: Value = interpreted::answers(&[request]).expect("an answer").remove(0);
        // Where no cost is tested behind the comparison the caller finds out that there is no value.
        assert!(
            answer["value"]["value"].is_boolean() || answer["error"] == STOPPED,
            "{answer} {}",
            case.rule
        );
    }
}

/// Rules of little code, and one with a loop.
#[derive(XValidation, serde::Serialize)]
#[x_validation(rule = "self.least <= self.left.size()", manual_crd)]
#[x_validation(
    rule = "self.least < 41",
    message_expression = "self.left.all(x, !self.right.exists_one(y, false)) ? 'too many' : 'too few'"
)]
#[x_validation(rule = "self.left == self.right")]
#[x_validation(rule = "self.left != self.others && self.right == self.left")]
#[x_validation(rule = "self.left.all(x, !self.right.exists_one(y, false))")]
#[x_validation(rule = "self.right == self.left")]
struct Compared {
    #[schemars(length(max = 50))]
    left: Vec<i64>,
    #[schemars(length(max = 50))]
    right: Vec<i64>,
    #[schemars(length(max = 50))]
    others: Vec<i64>,
    least: i64,
}

/// Rules that hold do not look at the steps: a walk with too many is repeated, and names the rule that took them.
#[test]
fn a_walk_stops_at_the_rule_that_takes_too_many_steps() {
    let list: Vec<i64> = (0..40).collect();
    let mut texts = std::collections::BTreeSet::new();
    for least in [1, 41] {
        let object = Compared { left: list.clone(), right: list.clone(), others: (1..41).collect(), least };
        for steps in (1..3000).step_by(7) {
            let judged = {
                let _walk = Walk::with_steps(steps);
                object.x_validate().err().unwrap_or_default()
            };
            let reported = {
                let _walk = Walk::with_steps(steps);
                object.x_evaluate(None, &Options::default()).errors
            };
            assert_eq!(judged.to_string(), reported.to_string(), "{steps} steps");
            texts.insert(judged.to_string());
        }
    }
    assert!(texts.len() > 6, "different rules pass the limit: {texts:#?}");
}

/// Of few items the verdict is the server's, of many there is none; and the next walk begins anew.
fn assert_stopped(case: &Case, judge: impl Fn(Vec<i64>) -> Report) {
    let many = {
        let _walk = Walk::with_steps(STEPS);
        judge((0..300).collect())
    };
    let few = judge(vec![1, 2]);
    assert_eq!(few.errors.to_string(), "", "{}", case.rule);
    assert_eq!(many.remaining_budget, -1, "{}", case.rule);
    let text = many.errors.to_string();
    // What `flatten` reads the elements of a typed list through may pass the limit on memory before.
    let is_stopped = text.contains(STOPPED) || case.name == "flattened" && text.contains("memory limit");
    assert!(is_stopped, "{text}");
}

/// Those of a walk are too many for a build that is not optimised.
const STEPS: u64 = 1_000_000;

const STOPPED: &str = "operation cancelled: limit of 500000000 steps without charge exceeded";
