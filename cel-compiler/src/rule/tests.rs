//! The texts of the server's code.

use super::*;
use crate::schema::{Access, DeclField, DeclKind, Schema};
use std::collections::BTreeMap;

fn rule(rule: &str) -> ValidationRule {
    ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() }
}

fn with_message(message_expression: &str) -> ValidationRule {
    ValidationRule { message_expression: Some(message_expression.to_owned()), ..rule("self.s != ''") }
}

/// An object with a string `s` and an int `n`.
fn node() -> DeclType {
    let field = |name: &str, kind| DeclField {
        name: name.to_owned(),
        rust_name: None,
        node: DeclType::new(kind),
        required: true,
        access: Access::default(),
    };
    let fields = vec![field("s", DeclKind::String), field("n", DeclKind::Int)];
    DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false })
}

fn with_env<T>(test: impl for<'s> FnOnce(Env<'s>, &'s DeclType) -> T) -> T {
    let (schema, node) = (Schema { root: String::new(), definitions: BTreeMap::new() }, node());
    test(Env::for_json_node(&schema, &node), &node)
}

#[track_caller]
fn check_texts(rule: &ValidationRule, expected: &[&str]) {
    let errors = text_errors(rule).into_iter();
    let found: Vec<String> =
        errors.map(|error| format!("{}: {:?}: {}", error.key, error.kind, error.detail)).collect();
    assert_eq!(found, expected);
}

#[test]
fn texts_are_refused_in_the_order_of_the_server() {
    let some = |text: &str| Some(text.to_owned());
    let blank = ValidationRule {
        message: some(" "),
        message_expression: some("  "),
        reason: some("x"),
        field_path: some(" \n"),
        ..rule(" ")
    };
    let others = [
        "messageExpression: Required: messageExpression must be non-empty if specified",
        "reason: NotSupported: supported values: \"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\", \
         \"FieldValueRequired\"",
        "fieldPath: Invalid: must be non-empty if specified",
        "fieldPath: Invalid: must not contain line breaks",
    ];
    check_texts(&blank, &[["rule: Required: rule is not specified"].as_slice(), &others].concat());
    let message = ["message: Invalid: must be non-empty if specified"];
    check_texts(
        &ValidationRule { rule: "true".to_owned(), ..blank },
        &[message.as_slice(), &others].concat(),
    );
}

#[test]
fn a_rule_of_several_lines_needs_a_message() {
    let missing = "message: Required: message must be specified if rule contains line breaks";
    check_texts(&rule(" true\n"), &[]);
    check_texts(&rule("true\n&& true"), &[missing]);
    let message = |text: &str| ValidationRule { message: Some(text.to_owned()), ..rule("true\n&& true") };
    check_texts(&message("m\n"), &[]);
    check_texts(&message(""), &[missing]);
    check_texts(&message("a\rb"), &["message: Invalid: must not contain line breaks"]);
    let expression = Some("'a'".to_owned());
    check_texts(&ValidationRule { message_expression: expression, ..message("") }, &[missing]);
}

#[test]
fn empty_texts_are_none() {
    let none = || Some(String::new());
    let texts =
        ValidationRule { message: none(), message_expression: none(), field_path: none(), ..rule("true") };
    check_texts(&texts, &[]);
}

#[track_caller]
fn check_error(rule: &ValidationRule, expected: &str) {
    let error = with_env(|env, node| compile(env, node, rule).expect_err("an error"));
    let source = match error.key {
        Key::MessageExpression => rule.message_expression.as_deref().unwrap_or_default(),
        _ => &rule.rule,
    };
    assert_eq!(error.detail(source), expected);
}

#[test]
fn errors_are_those_of_the_server() {
    check_error(
        &rule("self.z > 1"),
        "compilation failed: ERROR: <input>:1:5: undefined field 'z'\n | self.z > 1\n | ....^",
    );
    check_error(&rule("self.n"), "cel expression must evaluate to a bool");
    check_error(
        &rule("int('x') == 1"),
        "program instantiation failed: type conversion error from 'string' to 'int'",
    );
    check_error(
        &with_message("'x' + self.s.a + b"),
        "messageExpression compilation failed: ERROR: <input>:1:13: type 'string' does not support field selection\n \
         | 'x' + self.s.a + b\n | ............^\nERROR: <input>:1:18: undeclared reference to 'b' (in container '')\n \
         | 'x' + self.s.a + b\n | .................^",
    );
    check_error(&with_message("self.n"), "messageExpression must evaluate to a string");
    check_error(&with_message("dyn('a')"), "messageExpression must evaluate to a string");
    check_error(
        &with_message("string(int('x'))"),
        "messageExpression instantiation failed: type conversion error from 'string' to 'int'",
    );
}

#[test]
fn a_message_expression_that_is_the_message() {
    let check = |source: &str, part: &str| {
        let error = with_env(|env, node| compile(env, node, &with_message(source)).expect_err("an error"));
        let help = error.diagnostics.iter().find_map(|diagnostic| diagnostic.help.as_deref());
        assert!(help.is_some_and(|help| help.contains(part)), "{source}: {help:?}");
    };
    for text in [
        "must be positive",
        "Replicas should be > 3",
        "wrong size: try 3 (or more)",
        "don't do it!",
        "invalid port: between 1 and 9",
    ] {
        check(text, "a fixed text belongs into `message`");
    }
    check("n: {self.n}", "`'%s and %d'.format([a, b])` puts values into it");
    check("self.s + self.n", "write `'%s%d'.format([self.s, self.n])`");
    check("self.n > 1 and self.n < 3", "use `&&`");
}

#[test]
fn a_message_is_compiled_after_its_rule() {
    check_error(
        &ValidationRule { rule: "self.n".to_owned(), ..with_message("self.z") },
        "cel expression must evaluate to a bool",
    );
}

#[test]
fn a_reason_without_meaning_counts_as_none() {
    let stored = ValidationRule { reason: Some("Unknown".to_owned()), ..rule("self.n > 0") };
    with_env(|env, node| {
        let compiled = compile(env, node, &stored).expect("a rule that compiles");
        let call = compiled.call("", "rule", "value", "krate");
        assert!(!call.contains("reason"), "{call}");
    });
}

/// With a schema the planner knows the name, and the literal fails only in evaluation.
#[test]
fn a_literal_of_a_type_that_is_no_message_is_refused_without_a_schema() {
    let error =
        compile_expression("true || list{} == []", &Env::new()).expect_err("nothing can build a list");
    let texts: Vec<_> = error.iter().map(|diagnostic| diagnostic.message.to_string()).collect();
    assert_eq!(texts, ["program instantiation failed: unknown type: list"]);
    with_env(|env, _| compile_expression("true || list{} == []", &env).map(|_| ()).expect("that is planned"));
}

/// The texts for an author: the message, the offset and the offsets of the other places.
#[track_caller]
fn check_mistakes(source: &str, expected: &[(&str, u32, &[u32])]) {
    let error = with_env(|env, node| compile(env, node, &rule(source)).expect_err("an error"));
    let mistakes = error.mistakes();
    let found: Vec<_> = mistakes
        .iter()
        .map(|Mistake { diagnostic, others }| {
            (diagnostic.message.as_str(), diagnostic.offset.unwrap_or_default(), others.as_slice())
        })
        .collect();
    assert_eq!(found, expected, "{source}");
}

#[test]
fn one_mistake_in_several_places_is_told_once() {
    check_mistakes("self.z == 1 || self.z == 2", &[("undefined field 'z'", 4, &[19])]);
    check_mistakes(
        "self.z == 1 || self.y == 2 || self.z == 3",
        &[("undefined field 'z'", 4, &[34]), ("undefined field 'y'", 19, &[])],
    );
    check_mistakes(
        "self.s > 1 || self.s > 1 || self.n > 'a'",
        &[
            ("found no matching overload for '_>_' applied to '(string, int)'", 7, &[21]),
            ("found no matching overload for '_>_' applied to '(int, string)'", 35, &[]),
        ],
    );
    let many = vec!["self.z == 1"; 150].join(" || ");
    let places: Vec<u32> = (1..100).map(|n| 4 + 15 * n).collect();
    check_mistakes(&many, &[("undefined field 'z'", 4, &places)]);
}

#[test]
fn places_are_listed_up_to_a_number() {
    let diagnostic = Diagnostic::new(4, "undefined field 'z'");
    let also = |others: std::ops::Range<u32>, known: bool| {
        let mistake = Mistake { diagnostic: &diagnostic, others: others.collect() };
        mistake.also_at(|offset| known.then_some((1, offset)))
    };
    assert_eq!(also(0..0, true), None);
    assert_eq!(also(5..7, true).as_deref(), Some("also at 1:5, 1:6"));
    assert_eq!(also(5..11, true).as_deref(), Some("also at 1:5, 1:6, 1:7, 1:8, 1:9 and 1 more place"));
    assert_eq!(also(5..12, true).as_deref(), Some("also at 1:5, 1:6, 1:7, 1:8, 1:9 and 2 more places"));
    assert_eq!(also(5..7, false).as_deref(), Some("also at 2 more places"));
}
