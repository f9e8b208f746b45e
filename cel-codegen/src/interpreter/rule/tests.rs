use super::{Judgement, Rule};
use cel_compiler::{
    library::KubernetesVersion,
    parser::Copies,
    schema::{Access, DeclField, DeclKind, DeclType, ListType, Schema, ValidationRule},
};
use serde_json::{Value, json};

/// `{s: string, n: integer, l: [string]}`
fn node(rules: &[ValidationRule]) -> DeclType {
    let list =
        DeclKind::List { items: Box::new(DeclType::new(DeclKind::String)), list_type: ListType::default() };
    let fields = [("s", DeclKind::String), ("n", DeclKind::Int), ("l", list)];
    let fields = fields.map(|(name, kind)| DeclField {
        name: name.to_owned(),
        rust_name: None,
        node: DeclType::new(kind),
        required: false,
        access: Access::default(),
    });
    let kind = DeclKind::Object { fields: fields.to_vec().into(), preserve_unknown_fields: false };
    DeclType { rules: rules.to_vec(), ..DeclType::new(kind) }
}

fn rule(rule: &str) -> ValidationRule {
    ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() }
}

fn with_message(rule: &str, message: &str, expression: &str) -> ValidationRule {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    ValidationRule { message: text(message), message_expression: text(expression), ..self::rule(rule) }
}

fn optional(rule: ValidationRule) -> ValidationRule {
    ValidationRule { optional_old_self: Some(true), ..rule }
}

/// Answer of the first of some rules on a node, and what is left of 1000.
fn judge(rules: &[ValidationRule], value: &Value, old: Option<&Value>) -> (Judgement, i64) {
    let schema = Schema::default();
    let node = node(rules);
    let rule = compile(&schema, &node);
    let mut budget = 1000;
    let judgement = rule.judge(value, old, &mut budget);
    (judgement, budget)
}

fn compile<'s>(schema: &'s Schema, node: &'s DeclType) -> Rule<'s> {
    let rules = Rule::of_node(schema, node, KubernetesVersion::NEW_EXPRESSIONS, &Copies::default());
    rules.into_iter().next().unwrap().unwrap()
}

fn check(rule: ValidationRule, value: Value, judgement: Judgement) {
    assert_eq!(judge(std::slice::from_ref(&rule), &value, None).0, judgement, "{rule:?}");
}

fn check_update(rules: &[ValidationRule], value: Value, old: Value, judgement: Judgement) {
    assert_eq!(judge(rules, &value, Some(&old)).0, judgement, "{rules:?}");
}

fn violated(message: &str) -> Judgement {
    Judgement::Violated { message: message.to_owned() }
}

fn error(detail: &str) -> Judgement {
    Judgement::Error { detail: detail.to_owned() }
}

#[test]
fn a_violation_has_a_message() {
    check(rule("self.n > 1"), json!({"n": 2}), Judgement::Holds);
    check(rule(" self.n > 1 "), json!({"n": 1}), violated("failed rule: self.n > 1"));
    check(with_message("self.n > 1", " more ", ""), json!({"n": 1}), violated("more"));
    check(with_message("self.n > 1", "more", "'not ' + string(self.n)"), json!({"n": 1}), violated("not 1"));
    for unusable in ["' '", "'a\\nb'", "self.s", "1", "self.", "self.nope"] {
        check(with_message("self.n > 1", "more", unusable), json!({"n": 1}), violated("more"));
    }
}

#[test]
fn an_error_has_the_rules_text() {
    check(rule("self.s == 'a'"), json!({}), error("no such key: s evaluating rule: self.s == 'a'"));
    check(
        with_message("self.l[1] == 'a'", "m", "'n'"),
        json!({"l": []}),
        error("index out of bounds: 1 evaluating rule: m"),
    );
    check(
        rule("dyn(self.n) + 'a' == 'a'"),
        json!({"n": 1}),
        error(
            "'no such overload': call arguments did not match a supported operator, function or macro signature for rule: \
             dyn(self.n) + 'a' == 'a'",
        ),
    );
    check(
        rule("has(self.s)"),
        json!({"s": 5}),
        error("invalid data, expected string, got int64 evaluating rule: has(self.s)"),
    );
}

#[test]
fn a_transition_rule_needs_an_old_value() {
    let grows = rule("self.n > oldSelf.n");
    check(grows.clone(), json!({"n": 1}), Judgement::Holds);
    let rules = [grows];
    check_update(&rules, json!({"n": 1}), json!(null), Judgement::Holds);
    check_update(&rules, json!({"n": 2}), json!({"n": 1}), Judgement::Holds);
    check_update(&rules, json!({"n": 1}), json!({"n": 1}), violated("failed rule: self.n > oldSelf.n"));
    let is_new = optional(rule("!oldSelf.hasValue() || oldSelf.value().n == self.n"));
    check(is_new.clone(), json!({"n": 1}), Judgement::Holds);
    check_update(
        &[is_new],
        json!({"n": 1}),
        json!({"n": 2}),
        violated("failed rule: !oldSelf.hasValue() || oldSelf.value().n == self.n"),
    );
}

#[test]
fn a_message_names_the_old_value_if_a_rule_does() {
    let says_old = with_message("self.n > 5", "m", "'was ' + string(oldSelf.n)");
    let (value, old) = (json!({"n": 1}), json!({"n": 2}));
    check_update(std::slice::from_ref(&says_old), value.clone(), old.clone(), violated("m"));
    check_update(&[says_old.clone(), rule("oldSelf.n > 0")], value.clone(), old.clone(), violated("was 2"));
    let sees_an_optional = optional(rule("oldSelf.value().n > 0"));
    check_update(&[says_old, sees_an_optional], value.clone(), old.clone(), violated("was 2"));
    let optional_old = optional(with_message(
        "oldSelf.hasValue() && self.n > 5",
        "m",
        "'was ' + string(oldSelf.?n.orValue(0))",
    ));
    check_update(std::slice::from_ref(&optional_old), value.clone(), old, violated("was 2"));
    check(optional_old, value, violated("m"));
}

#[test]
fn all_evaluations_are_paid_for() {
    let cheap = rule("self.n > 1");
    assert_eq!(judge(std::slice::from_ref(&cheap), &json!({"n": 2}), None), (Judgement::Holds, 997));
    let dear = rule("lists.range(300).all(x, x >= self.n)");
    let out =
        error("validation failed due to running out of cost budget, no further validation rules will be run");
    assert_eq!(judge(&[dear], &json!({"n": 0}), None), (out, -1));
    let too_dear = rule("lists.range(1000).all(x, lists.range(1000).all(y, y >= self.n))");
    let schema = Schema::default();
    let node = node(&[too_dear]);
    let rule = compile(&schema, &node);
    let mut budget = 10_000_000;
    let cancelled = error(
        "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit \
         for rule: lists.range(1000).all(x, lists.range(1000).all(y, y >= self.n))",
    );
    assert_eq!((rule.judge(&json!({"n": 0}), None, &mut budget), budget), (cancelled, -1));
    let long = with_message("self.n > 1", "", "lists.range(300).map(x, string(x)).join('')");
    let message = Judgement::MessageError {
        detail: "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run"
            .to_owned(),
    };
    assert_eq!(judge(&[long], &json!({"n": 0}), None), (message, -1));
}
