//! `x_validate` first takes texts to have as many code points as bytes. Near a limit it counts them, so its verdict is that of the exact
//! costs, which `x_evaluate` reports.

use cel_runtime::{Options, XValidation};

/// The last rule costs 1.6 for each code point of the name.
#[derive(XValidation, serde::Serialize)]
#[x_validation(rule = "self.name != ''", manual_crd)]
#[x_validation(rule = "self.name != 'a'")]
#[x_validation(rule = "self.name != 'b'")]
#[x_validation(rule = "self.name != 'c'")]
#[x_validation(rule = "self.name != 'd'")]
#[x_validation(
    rule = "!self.name.contains('zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz')"
)]
struct Item {
    name: String,
}

#[derive(XValidation, serde::Serialize)]
#[x_validation(manual_crd)]
struct Items {
    items: Vec<Item>,
}

/// The verdict of `x_validate`, which is that of the report.
fn judged(items: Vec<Item>) -> Result<(), String> {
    let items = Items { items };
    let report = items.x_evaluate(None, &Options::default());
    let verdict = items.x_validate().map_err(|errors| errors.to_string());
    let reported = if report.errors.is_empty() { Ok(()) } else { Err(report.errors.to_string()) };
    assert_eq!(verdict, reported, "{} items", items.items.len());
    verdict
}

fn item(letter: &str, code_points: usize) -> Item {
    Item { name: letter.repeat(code_points) }
}

/// By its bytes an item would cost twice as much.
#[test]
fn the_budget_is_spent_where_the_server_has_spent_it() {
    let items = |count: usize| (0..count).map(|_| item("é", 1000)).collect::<Vec<_>>();
    let cost = Items { items: items(1) }.x_evaluate(None, &Options::default()).runtime_cost;
    let most = 10_000_000 / usize::try_from(cost).expect("a cost");
    for count in [most / 3, most / 2, most / 2 + 1, most - 1, most] {
        assert_eq!(judged(items(count)), Ok(()), "{count} items");
    }
    for count in [most + 1, most + 2, 2 * most] {
        let errors = judged(items(count)).expect_err("more than the budget");
        let place = format!("items[{most}]: ");
        assert!(errors.starts_with(&place) && errors.contains("cost budget"), "{errors}");
    }
}

#[test]
fn a_rule_fails_beside_others_that_cost_too_much_by_their_bytes() {
    for count in [2000, 3500] {
        let mut items: Vec<Item> = (0..count).map(|_| item("é", 1000)).collect();
        items.push(item("a", 1));
        let errors = judged(items).expect_err("a wrong name");
        assert!(
            errors.contains(&format!("items[{count}]: ")) && errors.contains("self.name != 'a'"),
            "{errors}"
        );
    }
}

/// The last rule may cost 1,000,000: those are 625,000 letters.
#[test]
fn one_rule_is_cancelled_where_the_server_cancels_it() {
    assert_eq!(judged(vec![item("é", 300_000)]), Ok(()));
    assert_eq!(judged(vec![item("é", 600_000)]), Ok(()));
    let errors = judged(vec![item("é", 626_000)]).expect_err("more than a rule may cost");
    assert!(errors.contains("cost limit"), "{errors}");
}
