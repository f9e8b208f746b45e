use super::*;
use crate::{
    access::CelValue,
    cost::Cost,
    error::{FieldError, Reason},
    eval_error::EvalError,
    field_path::FieldPath,
    outcome::Verdict,
    rule::Rule,
};
use std::collections::BTreeMap;

/// The code of the derive for a type with rules on itself, on a field, on items and on values of a map.
#[derive(Serialize)]
struct Spec {
    count: i64,
    ratio: f64,
    name: Option<String>,
    ports: Vec<Port>,
    labels: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Port {
    port: i32,
}

const fn rule(rule: &'static str, message: &'static str) -> Rule {
    Rule {
        rule,
        message,
        message_expression: "",
        reason: Reason::FieldValueInvalid,
        field_path: None,
        uses_old_self: false,
        max_cost: 7,
    }
}

static SPEC_RULES: [Rule; 4] = [
    rule("self.count > 0", ""),
    Rule {
        rule: "false",
        message: "moved",
        message_expression: "",
        reason: Reason::FieldValueForbidden,
        field_path: Some("[k]"),
        uses_old_self: false,
        max_cost: 7,
    },
    rule("self > 5.0e9", ""),
    Rule {
        rule: "self != ''",
        message: "lost",
        message_expression: "",
        reason: Reason::FieldValueDuplicate,
        field_path: None,
        uses_old_self: false,
        max_cost: 7,
    },
];
static PORT_RULES: [Rule; 1] = [rule("self.port / 0 > 0 || self.port > 0", "")];
static LABEL_RULES: [Rule; 1] = [rule("self.size() < 4", "too long")];

macro_rules! object {
    ($object:ty) => {
        impl CelValue for $object {
            type Cel<'a> = &'a $object;
            const SCHEMA_TYPE: &'static str = "object";

            fn cel(&self) -> &$object {
                self
            }

            fn bad_value(&self) -> Option<String> {
                None
            }
        }

        impl XValidation for $object {}
    };
}

object!(Spec);
object!(Port);

impl Node for Spec {
    const SCHEMA: &'static str = "";
    const HAS_RULES: bool = true;

    fn rules(&self, _: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
        cx.rule(path, &SPEC_RULES[0], self, count_is_positive);
        cx.rule(path, &SPEC_RULES[1], self, count_is_not_seven);
    }

    fn children(&self, _: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
        {
            let path = path.field("ratio");
            if cx.enter(&path, &self.ratio, true) {
                cx.rule(&path, &SPEC_RULES[2], &self.ratio, ratio_is_large);
            }
        }
        if let Some(name) = &self.name {
            let path = path.field("name");
            if cx.enter(&path, name.as_str(), true) {
                cx.rule(&path, &SPEC_RULES[3], name.as_str(), name_is_not_empty);
            }
        }
        let ports = path.field("ports");
        for (index, port) in self.ports.iter().enumerate() {
            let path = ports.index(index);
            if cx.enter(&path, port, Port::HAS_RULES) {
                port.rules(None, cx, &path);
            }
            port.children(None, cx, &path);
            if cx.stopped() {
                return;
            }
        }
        let labels = path.field("labels");
        for (key, label) in &self.labels {
            let path = labels.key(key);
            if cx.enter(&path, label.as_str(), true) {
                cx.rule(&path, &LABEL_RULES[0], label.as_str(), label_is_short);
            }
            if cx.stopped() {
                return;
            }
        }
    }
}

impl Node for Port {
    const SCHEMA: &'static str = "";
    const HAS_RULES: bool = true;

    fn rules(&self, _: Option<&Self>, cx: &mut Validation<'_>, path: &Path<'_>) {
        cx.rule(path, &PORT_RULES[0], self, port_divides);
    }

    fn children(&self, _: Option<&Self>, _: &mut Validation<'_>, _: &Path<'_>) {}
}

fn count_is_positive<'a>(this: &'a Spec, cost: &mut Cost<'a>) -> Verdict<'a> {
    cost.add(3);
    cost.finish(Ok(this.count > 0))
}

fn count_is_not_seven<'a>(this: &'a Spec, cost: &mut Cost<'a>) -> Verdict<'a> {
    cost.finish(Ok(this.count != 7))
}

fn ratio_is_large<'a>(this: &'a f64, cost: &mut Cost<'a>) -> Verdict<'a> {
    cost.add(2);
    cost.finish(Ok(*this > 5.0e9))
}

fn name_is_not_empty<'a>(this: &'a str, cost: &mut Cost<'a>) -> Verdict<'a> {
    cost.add(1);
    cost.finish(Ok(!this.is_empty()))
}

fn port_divides<'a>(this: &'a Port, cost: &mut Cost<'a>) -> Verdict<'a> {
    cost.add(4);
    let verdict = match this.port {
        0 => Err(EvalError::DivisionByZero),
        1 => Err(EvalError::NoSuchOverloadOf("size")),
        _ => Ok(true),
    };
    cost.finish(verdict)
}

fn label_is_short<'a>(this: &'a str, cost: &mut Cost<'a>) -> Verdict<'a> {
    cost.charge(u64::try_from(this.len()).unwrap())?;
    cost.finish(Ok(this.len() < 4))
}

fn spec() -> Spec {
    Spec { count: 1, ratio: 6.0e9, name: None, ports: Vec::new(), labels: BTreeMap::new() }
}

fn texts(errors: &ErrorList) -> Vec<&str> {
    errors.iter().map(FieldError::error).collect()
}

#[track_caller]
fn check(spec: &Spec, options: &Options, expected: &[&str]) {
    assert_eq!(texts(&spec.x_evaluate(None, options).errors), expected);
}

#[test]
fn a_valid_object_costs_its_rules() {
    let report = spec().x_evaluate(None, &Options::default());
    assert_eq!((report.runtime_cost, report.remaining_budget), (5, 9_999_995));
    assert!(report.errors.is_empty());
    let costs: Vec<_> =
        report.rules.iter().map(|rule| (rule.path.to_string(), &*rule.rule, rule.cost)).collect();
    let expected = [("<nil>", "self.count > 0", 3), ("<nil>", "false", 0), ("ratio", "self > 5.0e9", 2)];
    assert_eq!(costs, expected.map(|(path, rule, cost)| (path.to_owned(), rule, cost)));
    assert_eq!(spec().x_validate(), Ok(()));
}

#[test]
fn objects_are_not_shown_but_scalars_are() {
    let spec = Spec { count: -7, ratio: 1_234_567.5, ..spec() };
    check(
        &spec,
        &Options::default(),
        &[
            "<nil>: Invalid value: failed rule: self.count > 0",
            "ratio: Invalid value: 1.2345675e+06: failed rule: self > 5.0e9",
        ],
    );
}

#[test]
fn reason_and_field_path_shape_a_violation() {
    let spec = Spec { count: 7, name: Some(String::new()), ..spec() };
    check(&spec, &Options::default(), &["[k]: Forbidden: moved", "name: Duplicate value: \"\""]);
    let below = Options { path: FieldPath::from("spec"), ..Options::default() };
    check(&spec, &below, &["spec.[k]: Forbidden: moved", "spec.name: Duplicate value: \"\""]);
}

#[test]
fn evaluation_errors_show_the_schema_type() {
    let spec = Spec { ports: vec![Port { port: 0 }, Port { port: 80 }, Port { port: 1 }], ..spec() };
    check(
        &spec,
        &Options::default(),
        &[
            "ports[0]: Invalid value: \"object\": division by zero evaluating rule: self.port / 0 > 0 || self.port > 0",
            "ports[2]: Invalid value: \"object\": 'no such overload: size': call arguments did not match a supported operator, \
             function or macro signature for rule: self.port / 0 > 0 || self.port > 0",
        ],
    );
}

#[test]
fn a_node_with_rules_needs_a_budget() {
    let none = Options { budget: 0, ..Options::default() };
    let report = spec().x_evaluate(None, &none);
    assert_eq!(
        texts(&report.errors),
        [
            "<nil>: Invalid value: \"object\": validation failed due to running out of cost budget, no further \
          validation rules will be run"
        ]
    );
    assert_eq!((report.runtime_cost, report.remaining_budget), (1, -1));
}

#[test]
fn a_budget_used_up_stops_at_the_next_node() {
    let text = "ratio: Invalid value: \"number\": validation failed due to running out of cost budget, no further \
                validation rules will be run";
    for budget in [3, 4] {
        let options = Options { budget, ..Options::default() };
        check(&spec(), &options, &[text]);
    }
    check(&spec(), &Options { budget: 5, ..Options::default() }, &[]);
}

#[test]
fn an_evaluation_beyond_its_limit_stops_everything() {
    let labels = [("a", "long"), ("b", "longer"), ("c", "longest")];
    let labels = labels.map(|(key, label)| (key.to_owned(), label.to_owned())).into();
    let options = Options { per_call_limit: 5, ..Options::default() };
    let report = Spec { labels, ..spec() }.x_evaluate(None, &options);
    assert_eq!(
        texts(&report.errors),
        [
            "labels[a]: Invalid value: \"long\": too long",
            "labels[b]: Invalid value: \"string\": 'operation cancelled: actual cost limit exceeded': no further \
             validation rules will be run due to call cost exceeds limit for rule: too long",
        ]
    );
    assert_eq!((report.runtime_cost, report.remaining_budget), (10_000_001, -1));
    assert_eq!(report.rules.last().unwrap().cost, 6);
}

#[test]
fn a_report_serializes_with_the_names_of_the_server() {
    let report = Spec { count: -1, ..spec() }.x_evaluate(None, &Options::default());
    let expected = serde_json::json!({
        "errors": [{
            "field": "<nil>",
            "reason": "FieldValueInvalid",
            "message": "Invalid value: failed rule: self.count > 0",
            "detail": "failed rule: self.count > 0",
            "rule": "self.count > 0",
        }],
        "warnings": [],
        "runtime_cost": 5,
        "remaining_budget": 9_999_995,
        "rules": [
            {"path": "<nil>", "rule": "self.count > 0", "verdict": "Violated", "cost": 3, "max_cost": 7, "message_expression_cost": null},
            {"path": "<nil>", "rule": "false", "verdict": "Holds", "cost": 0, "max_cost": 7, "message_expression_cost": null},
            {"path": "ratio", "rule": "self > 5.0e9", "verdict": "Holds", "cost": 2, "max_cost": 7, "message_expression_cost": null},
        ],
    });
    assert_eq!(serde_json::to_value(&report).unwrap(), expected);
    assert_eq!(serde_json::from_value::<Report>(expected).unwrap(), report);
}

#[test]
fn validating_a_valid_object_does_not_allocate() {
    let ports = (1..100).map(|port| Port { port: port + 1 }).collect();
    let spec = Spec { ports, labels: [("a".to_owned(), "b".to_owned())].into(), ..spec() };
    let allocations = allocation_counter::measure(|| assert!(spec.x_validate().is_ok()));
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn verdicts_of_rules_are_told_apart() {
    let verdicts = |spec: &Spec, options: &Options| -> Vec<RuleVerdict> {
        spec.x_evaluate(None, options).rules.iter().map(|rule| rule.verdict).collect()
    };
    let (server, wrong) = (Options::default(), Spec { count: -1, ..spec() });
    use RuleVerdict::{Holds, Stopped, Violated};
    assert_eq!(verdicts(&spec(), &server), [Holds, Holds, Holds]);
    assert_eq!(verdicts(&wrong, &server), [Violated, Holds, Holds]);
    assert_eq!(verdicts(&spec(), &Options { budget: 2, ..server }), [Stopped]);
}

#[test]
fn an_error_names_its_rule() {
    let wrong = Spec { count: -1, ..spec() };
    assert_eq!(wrong.x_validate().unwrap_err()[0].rule(), Some("self.count > 0"));
    let stopped = spec().x_evaluate(None, &Options { budget: 2, ..Options::default() });
    assert_eq!(stopped.errors[0].rule(), Some("self.count > 0"));
    let omitted = wrong.x_evaluate(None, &Options { report_limit: 0, ..Options::default() });
    assert_eq!(omitted.errors[0].rule(), Some("self.count > 0"));
}

#[test]
fn paths_begin_where_they_are_told() {
    let wrong = Spec { count: -1, ..spec() };
    let errors = wrong.x_validate_at("spec.template").unwrap_err();
    assert_eq!(errors[0].field(), "spec.template");
    assert_eq!(spec().x_validate_at("spec"), Ok(()));
}
