//! Flags and deadlines.

use cel_runtime::{CancelFlag, Options, Report, XValidation};
use serde::Serialize;
use std::{
    thread,
    time::{Duration, Instant},
};

/// Rules that cost little, on many nodes.
#[derive(XValidation, Serialize)]
#[x_validation(manual_crd)]
struct Many {
    #[x_validation(items(rule = "self != ''", message = "empty"))]
    items: Vec<String>,
}

/// A rule whose evaluation is free but for its range: no limit ends it.
#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.items.map(x, self.items.exists_one(y, false)).size() > 0", manual_crd)]
struct Free {
    items: Vec<String>,
}

/// A message that takes as long.
#[derive(XValidation, Serialize)]
#[x_validation(
    rule = "self.items.size() == 0",
    message_expression = "self.items.map(x, self.items.exists_one(y, false)).size() > 0 ? 'a' : 'b'",
    manual_crd
)]
struct Message {
    items: Vec<String>,
}

#[test]
fn a_flag_that_is_set_runs_no_rule() {
    let cancel = CancelFlag::new();
    let options = Options { cancel: Some(cancel.clone()), ..Options::default() };
    let many = Many { items: super::items(3) };
    assert!(many.x_evaluate(None, &options).errors.is_empty());
    cancel.cancel();
    let report = many.x_evaluate(None, &options);
    assert_eq!(
        report.errors.to_string(),
        "items[0]: Invalid value: \"string\": 'operation cancelled by the caller': no further validation rules will be run after rule: empty"
    );
    assert_eq!((report.rules.len(), report.remaining_budget), (0, -1));
}

#[test]
fn a_flag_is_read_between_rules() {
    // Empty texts cost nothing but a unit: the budget would do for ten million.
    let many = Many { items: vec![String::from("a"); 1_000_000] };
    let (report, time) = cancelled_after(Duration::from_millis(1), |options| many.x_evaluate(None, options));
    assert!(report.rules.len() < many.items.len(), "{time:?}");
    assert_eq!(report.errors.len(), 1);
}

#[test]
fn a_flag_is_read_while_a_rule_runs() {
    let free = Free { items: super::items(60_000) };
    let (report, time) = cancelled_after(Duration::from_millis(50), |options| free.x_evaluate(None, options));
    assert_eq!(
        report.errors.to_string(),
        "<nil>: Invalid value: \"object\": 'operation cancelled by the caller': no further validation rules will be run after rule: self.items.map(x, self.items.exists_one(y, false)).size() > 0"
    );
    assert!(time < super::MOST_TIME, "{time:?}");
}

#[test]
fn a_deadline_ends_rules_and_messages() {
    let start = Instant::now();
    let after = |time| Options { deadline: Instant::now().checked_add(time), ..Options::default() };
    let (free, message) = (Free { items: super::items(60_000) }, Message { items: super::items(60_000) });
    let over = free.x_evaluate(None, &after(Duration::ZERO));
    assert_eq!(
        over.errors.to_string(),
        "<nil>: Invalid value: \"object\": 'operation cancelled: deadline exceeded': no further validation rules will be run after rule: self.items.map(x, self.items.exists_one(y, false)).size() > 0"
    );
    assert!(over.rules.is_empty());
    let report = message.x_evaluate(None, &after(Duration::from_millis(200)));
    let text = report.errors.to_string();
    assert!(text.contains("'operation cancelled: deadline exceeded': no further validation rules"), "{text}");
    assert!(text.contains("after messageExpression: \"self.items.map("), "{text}");
    assert!(start.elapsed() < super::MOST_TIME);
    let late = Many { items: super::items(3) }.x_evaluate(None, &after(Duration::from_secs(3600)));
    assert!(late.errors.is_empty());
}

/// The error of a validation that another thread cancels.
fn cancelled_after(time: Duration, run: impl FnOnce(&Options) -> Report) -> (Report, Duration) {
    let cancel = CancelFlag::new();
    let options = Options { cancel: Some(cancel.clone()), budget: i64::MAX, ..Options::default() };
    let waiting = thread::spawn(move || {
        thread::sleep(time);
        cancel.cancel();
    });
    let result = super::timed(|| run(&options));
    waiting.join().expect("a thread that sleeps");
    result
}
