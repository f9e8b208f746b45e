//! `x_validate` first takes texts to have as many code points as bytes, and each round of a loop to cost as much as the dearest. Near a limit
//! it counts them, so its verdict is that of the exact costs, which `x_evaluate` reports.

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
fn judged_as_reported(object: &(impl XValidation + serde::Serialize)) -> Result<(), String> {
    let report = object.x_evaluate(None, &Options::default());
    let verdict = object.x_validate().map_err(|errors| errors.to_string());
    let reported = if report.errors.is_empty() { Ok(()) } else { Err(report.errors.to_string()) };
    assert_eq!(verdict, reported);
    verdict
}

fn judged(items: Vec<Item>) -> Result<(), String> {
    judged_as_reported(&Items { items })
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

/// The first rule costs 5 for a number below zero, and 11 for a seven. The second one ends at the first hundred.
#[derive(XValidation, serde::Serialize)]
#[x_validation(rule = "self.numbers.all(n, n < 0 || n > 5 && n < 1000 && n != 6)", manual_crd)]
#[x_validation(rule = "self.numbers.exists(n, n == 100)")]
struct Numbers {
    numbers: Vec<i64>,
}

#[derive(XValidation, serde::Serialize)]
#[x_validation(manual_crd)]
struct Lists {
    lists: Vec<Numbers>,
}

fn numbers(number: i64, count: usize) -> Numbers {
    let mut numbers = vec![number; count];
    if let Some(first) = numbers.first_mut() {
        *first = 100;
    }
    Numbers { numbers }
}

/// The number of numbers that cost as much as a limit.
fn most(number: i64, limit: i64) -> usize {
    let cost = |count| numbers(number, count).x_evaluate(None, &Options::default()).runtime_cost;
    let each = (cost(1001) - cost(1)) / 1000;
    usize::try_from(limit / each).expect("a number")
}

#[test]
fn a_loop_is_cancelled_where_the_server_cancels_it() {
    let [cheap, dear] = [-1, 7].map(|number| most(number, 1_000_000));
    assert!(cheap > 2 * dear);
    for (number, most) in [(-1, cheap), (7, dear)] {
        for count in [most / 3, most / 2, most - 10] {
            assert_eq!(judged_as_reported(&numbers(number, count)), Ok(()), "{count} times {number}");
        }
        for count in [most + 10, 2 * most, 10 * most] {
            let errors = judged_as_reported(&numbers(number, count)).expect_err("more than a rule may cost");
            assert!(errors.contains("cost limit"), "{errors}");
        }
    }
}

#[test]
fn loops_spend_the_budget_where_the_server_has_spent_it() {
    let lists = |count| Lists { lists: (0..count).map(|_| numbers(-1, 1000)).collect() };
    let most = most(-1, 10_000_000) / 1000;
    for count in [most / 3, most / 2, most - 20] {
        assert_eq!(judged_as_reported(&lists(count)), Ok(()), "{count} lists");
    }
    let errors = judged_as_reported(&lists(most + 20)).expect_err("more than the budget");
    assert!(errors.contains("cost budget"), "{errors}");
}

#[test]
fn a_loop_that_does_not_hold_costs_as_much_as_on_the_server() {
    let mut wrong = numbers(-1, 1000);
    wrong.numbers.push(6);
    let errors = judged_as_reported(&wrong).expect_err("six");
    assert!(errors.contains("n != 6") && !errors.contains("n == 100"), "{errors}");
    let errors = judged_as_reported(&Numbers { numbers: vec![-1] }).expect_err("no hundred");
    assert!(errors.contains("n == 100"), "{errors}");
}
