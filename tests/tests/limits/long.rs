//! Loops that do nothing but add units: they test the limit between parts of a list. What they cost is what a loop costs that tests it in
//! each round.

use cel_runtime::{Options, Report, XValidation};
use serde_json::{Value, json};
use tests::interpreted;

mod parts {
    cel_runtime::include_crd!("tests/limits/long.yaml");
}

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
            pub struct Long {
                pub items: Vec<i64>,
            }
        })*

        const CASES: &[Case] = &[$(Case {
            name: stringify!($name),
            rule: $rule,
            typed: |items| $name::Long { items }.x_evaluate(None, &Options::default()),
        }),*];
    };
}

cases! {
    all "self.items.all(x, x > 0)";
    exists "!self.items.exists(x, x < 1)";
    exists_one "!self.items.exists_one(x, x < 1)";
    filter "self.items.filter(x, x < 1).size() == 0";
    map "self.items.map(x, x + 1).size() > 0";
    with_index "self.items.all(i, x, x > 0 || i < 0)";
}

#[test]
fn parts_cost_what_the_whole_list_does() {
    for (length, zero) in [
        (0, 0),
        (PART - 1, PART),
        (PART, PART - 1),
        (PART + 1, PART - 1),
        (PART + 1, PART),
        (3 * PART, 2 * PART - 1),
        (3 * PART, 3 * PART),
        (5 * PART, 5 * PART),
    ] {
        let items: Vec<i64> = (0..length).map(|i| i64::from(i != zero)).collect();
        for case in CASES {
            let typed = (case.typed)(items.clone());
            let object = json!({case.name: {"items": items}});
            let json = parts::v1::evaluate(&object, None, &Options::default());
            let recorded = interpreted(case.rule, &items);
            assert_eq!(typed.rules[0].cost, recorded, "{} {length} {zero}", case.rule);
            assert_eq!(json.rules[0].cost, recorded, "{} {length} {zero}", case.rule);
            assert_eq!(typed.remaining_budget, json.remaining_budget);
        }
    }
}

/// The interpreter tests the limit in each round.
fn interpreted(rule: &str, items: &[i64]) -> u64 {
    let schema =
        json!({"type": "object", "properties": {"items": {"type": "array", "items": {"type": "integer"}}}});
    let request = json!({"expr": rule, "vars": {"self": {"type": schema, "value": {"items": items}}}});
    let answer: Value = interpreted::answers(&[request]).expect("an answer").remove(0);
    answer["runtime_cost"].as_u64().expect("a cost")
}

/// How many rounds are made without a test.
const PART: usize = 1 << 16;
