//! Rules on small schemas, and their findings.

use super::{Context, Finding, LINTS, Lint, of_node};
use crate::{
    crd::{decl_type::decl_type, document, props::SchemaProps},
    env::Env,
    library::KubernetesVersion,
    rule,
    schema::{Access, AccessStep, DeclKind, DeclType, Schema, ValidationRule},
};

/// The findings in rules on a node.
fn found(schema: &str, rules: &[&str]) -> Vec<Finding> {
    found_in(&node(schema), rules, Some("no"))
}

fn node(schema: &str) -> DeclType {
    let documents = document::read(schema).expect("a schema in YAML");
    decl_type(&SchemaProps::read(&documents[0]).0, false)
}

fn found_in(node: &DeclType, rules: &[&str], message: Option<&str>) -> Vec<Finding> {
    let definitions = Schema::default();
    let rule = |rule: &&str| ValidationRule {
        rule: (*rule).to_owned(),
        message: message.map(str::to_owned),
        ..Default::default()
    };
    let rules: Vec<_> = rules.iter().map(rule).collect();
    let env = Env::for_crd_node(&definitions, node);
    let cost = |rule: &ValidationRule| {
        let registration = rule::register(env.clone(), node, rule);
        assert!(registration.error.is_none(), "{}: {:?}", rule.rule, registration.error);
        registration.max_cost
    };
    let context = Context {
        minimum: Some(KubernetesVersion::of_release(32)),
        costs: rules.iter().map(cost).collect(),
        item_keys: vec!["name".to_owned()],
        is_key: false,
    };
    of_node(&env, node, &rules, &context)
}

/// The findings in the rules of an example.
fn of_example(lint: &Lint, is_right: bool) -> Vec<Finding> {
    let mut node = node(lint.example.schema);
    let rules = if is_right { lint.example.right } else { lint.example.wrong };
    let message = (lint.name != "message_missing" || is_right).then_some("no");
    if lint.name == "has_on_list_or_map_that_serde_always_writes"
        && let DeclKind::Object { fields, .. } = &mut node.kind
    {
        fields
            .as_mut_vec()
            .iter_mut()
            .for_each(|field| field.access = Access::of(vec![AccessStep::new("f", false)]));
    }
    found_in(&node, rules, message)
}

/// Checks the help for a placeholder in the message.
#[track_caller]
fn check_message(message: &str, expected: Option<&str>) {
    let found = found_in(&node(OBJECT), &["self.num > 1"], Some(message));
    let found: Vec<_> = found.iter().filter(|finding| finding.lint.name == "placeholder_in_text").collect();
    assert!(found.len() <= 1 && found.iter().all(|finding| finding.key == crate::rule::Key::Message));
    let help = found.first().map(|finding| finding.help.as_deref().unwrap_or_default());
    assert_eq!(help, expected, "{message}");
}

#[test]
fn messages_have_no_placeholders() {
    let check = |message, expression| {
        check_message(message, Some(&format!("write `messageExpression: {expression}`")));
    };
    check("at least 2, not {self.num}", "'at least 2, not %s'.format([self.num])");
    check("{self.k}: ${ self.num } of 100 %", "'%s: %s of 100 %%'.format([self.k, self.num])");
    check("{{oldSelf.num}}", "'%s'.format([oldSelf.num])");
    check("{self.k} is not {self.t}", "self.k + ' is not ' + self.t");
    check("{{self.num}", "'{%s'.format([self.num])");
    check_message("it's {self.num}", Some(""));
    check_message("{self.num} and {self.nums}", Some(""));
    for text in ["{}", "{num}", "{self.nums}", "{selfish}", "{self", "self.num}", "{ self", "{{{{{{"] {
        check_message(text, None);
    }
    check_message(&"{self".repeat(10_000), None);
}

/// The names of the lints that find something in a rule on an object with optional `a`, `b`, required `num`, `t` and more.
#[track_caller]
fn check(rule: &str, expected: &str) {
    let names: Vec<_> = found(OBJECT, &[rule]).iter().map(|finding| finding.lint.name).collect();
    assert_eq!(names.join(" "), expected, "{rule}");
}

/// Checks the edit of a rule.
#[track_caller]
fn fixed(rule: &str, expected: &str) {
    let edits: Vec<_> = found(OBJECT, &[rule]).into_iter().filter_map(|finding| finding.edit).collect();
    let [edit] = edits.as_slice() else { panic!("{} edits of {rule}", edits.len()) };
    assert_eq!(edit.apply(rule), expected);
    assert_eq!(found(OBJECT, &[expected]), [], "{expected}");
}

const OBJECT: &str = "
type: object
required: [num, t, k, l, z, p]
properties:
  a: {type: integer}
  b: {type: string}
  d: {type: integer, default: 1}
  num: {type: integer}
  z: {type: string, nullable: true}
  t: {type: string, enum: [A, B, C]}
  k: {type: string, maxLength: 9}
  l: {type: array, maxItems: 9, items: {type: object, properties: {x: {type: integer}, w: {type: integer}}}}
  m: {type: object, additionalProperties: {type: string}}
  o: {type: object, properties: {p: {type: object, properties: {q: {type: integer}}}}}
  p: {x-kubernetes-int-or-string: true}
";

#[test]
fn examples_of_lints() {
    for lint in LINTS {
        let wrong = of_example(lint, false);
        assert!(wrong.iter().any(|finding| finding.lint.name == lint.name), "{}: {wrong:?}", lint.name);
        assert!(wrong.iter().all(|finding| finding.lint.name == lint.name), "{}: {wrong:?}", lint.name);
        assert_eq!(of_example(lint, true), [], "{}", lint.name);
    }
    assert!(LINTS.is_sorted_by_key(|lint| lint.name));
}

#[test]
fn guards_of_optional_fields() {
    for rule in [
        "self.a > 1",
        "has(self.b) && self.a > 1",
        "has(self.a) || self.a > 1",
        "has(self.o.p)",
        "self.z == 'a'",
        "!has(self.a) ? self.a > 1 : true",
        "self.l.all(i, i.x > 1)",
        "self.l.exists(i, has(i.w) && i.x > 1)",
        "self.l.filter(i, has(i.w)).all(j, j.x > 1)",
        "has(self.m) && self.m['a'] == 'b'",
        "self.?a.hasValue() || self.a > 1",
        "self.d > 1 && self.a > 1",
    ] {
        check(rule, "unguarded_optional");
    }
    for rule in [
        "has(self.a) && self.a > 1",
        "self.a > 1 && has(self.a)",
        "!has(self.a) || self.a > 1",
        "self.a > 1 || !has(self.a)",
        "has(self.a) ? self.a > 1 : true",
        "!(has(self.a) && self.num > 1) || self.a > 1",
        "(has(self.a) ? self.num > 1 : false) && self.a > 1",
        "has(self.a) == true && self.a > 1",
        "has(self.o) && has(self.o.p) && has(self.o.p.q) && self.o.p.q > 1",
        "self.?a.hasValue() && self.a > 1",
        "self.?a.orValue(0) > 0 && self.a > 1",
        "self.?o.?p.?q.hasValue() && self.o.p.q > 1",
        "self.?b.orValue('') != '' && self.b > 'a'",
        "self.?m.orValue({}).size() > 0 && self.m.size() > 1",
        "self.?a.optMap(v, v > 1).orValue(true)",
        "self.?a.optMap(v, v > 1).orValue(false) && self.a > 1",
        "self.l.filter(i, has(i.x)).all(j, j.x > 1)",
        "self.l.filter(i, has(i.x)).map(i, i.x).all(j, j > 1)",
        "self.l.map(i, has(i.x), i.x).all(j, j > 1)",
        "has(self.m) && 'a' in self.m && self.m['a'] == 'b'",
        "has(self.m) && has(self.m.a) && self.m.a == 'b'",
        "has(self.a) == has(self.b) && (!has(self.a) || self.b > 'a')",
        "self.d > 1",
        "has(self.m) && self.m.all(k, self.m[k] != '')",
    ] {
        check(rule, "");
    }
}

#[test]
fn guards_that_are_written() {
    fixed("self.a > 1", "!has(self.a) || self.a > 1");
    fixed("self.a > 1 && self.num > 1", "(!has(self.a) || self.a > 1) && self.num > 1");
    fixed("self.a > 1 && self.a < 9", "(!has(self.a) || self.a > 1) && (!has(self.a) || self.a < 9)");
    fixed(
        "has(self.b) && self.a > 1 && (self.num > 1 ? self.a < 9 : true) && self.a > 2",
        "has(self.b) && has(self.a) && self.a > 1 && (self.num > 1 ? has(self.a) && self.a < 9 : true) && self.a > 2",
    );
    fixed(
        "self.l.all(i, i.x > 1 && i.x < 9)",
        "self.l.all(i, (!has(i.x) || i.x > 1) && (!has(i.x) || i.x < 9))",
    );
    fixed("self.num > 1 || (self.a + 1) > 2", "self.num > 1 || has(self.a) && (self.a + 1) > 2");
    fixed(
        "self.t == 'A' ? size(self.b) > 1 : true",
        "self.t == 'A' ? has(self.b) && size(self.b) > 1 : true",
    );
    fixed("self.l.all(i, (i.x) > 1) && true", "self.l.all(i, !has(i.x) || (i.x) > 1) && true");
    fixed("self.num > 1 || self.b.size() < 3", "self.num > 1 || (!has(self.b) || self.b.size() < 3)");
    fixed("self.num > 1 || self.b != 'x'", "self.num > 1 || (!has(self.b) || self.b != 'x')");
    fixed("self.num > 1 || self.b == 'x'", "self.num > 1 || has(self.b) && self.b == 'x'");
    fixed("self.b == '' || self.b > 'c'", "!has(self.b) || self.b == '' || self.b > 'c'");
    fixed("self.l.exists(i, i.x > 1)", "self.l.exists(i, has(i.x) && i.x > 1)");
    fixed(
        "self.l.exists(i, i.x > 1 || self.num > 1)",
        "self.l.exists(i, has(i.x) && i.x > 1 || self.num > 1)",
    );
    fixed("has(self.m) && self.m['a'] == 'b'", "has(self.m) && 'a' in self.m && self.m['a'] == 'b'");
    fixed("has(self.o.p)", "has(self.o) && has(self.o.p)");
    fixed("!has(self.a) || self.a < size(self.b)", "!has(self.a) || !has(self.b) || self.a < size(self.b)");
    fixed("!has(self.m) || self.m['k'] > 'a'", "!has(self.m) || !('k' in self.m) || self.m['k'] > 'a'");
    fixed(
        "(!has(self.a) || self.a < size(self.b)) && self.num > 1",
        "(!has(self.a) || !has(self.b) || self.a < size(self.b)) && self.num > 1",
    );
    fixed("!has(self.b) || self.a > 1", "!has(self.b) || has(self.a) && self.a > 1");
    fixed(
        "(self.b == '' || self.b > 'c') && self.num > 1",
        "(!has(self.b) || self.b == '' || self.b > 'c') && self.num > 1",
    );
    fixed("!has(self.o.p) || self.num > 1", "!(has(self.o) && has(self.o.p)) || self.num > 1");
}

#[test]
fn conditions_that_are_always_the_same() {
    for rule in [
        "self.t != 'A' || self.t != 'B'",
        "self.num < 5 || self.num > 3",
        "self.k.size() >= 0",
        "size(self.k) <= 9",
        "self.num == self.num",
        "self.t == 'A' || self.t in ['B', 'C']",
        "has(self.a) || !has(self.a)",
        "true",
        "self.num > 3 || true",
    ] {
        check(rule, "always_true");
    }
    for rule in [
        "self.t == 'A' && self.t == 'B'",
        "self.num < 3 && self.num > 3",
        "self.num < 3 && self.num > 2",
        "3 > self.num && self.num >= 3",
        "self.k.size() < 0",
        "self.k.size() > 9",
        "self.t != 'A' && self.t != 'B' && self.t != 'C'",
        "self.num != self.num",
        "false",
        "1 / 0 == 1",
        "self.num > 1 || self.num % 0 == 1",
        "self.k == 'a' && !(self.k in ['a', 'b'])",
        "self.k.startsWith('a') && self.num > 1 && !self.k.startsWith('a')",
    ] {
        check(rule, "always_false");
    }
    for rule in [
        "self.t == 'A' || self.t == 'B'",
        "self.t != 'A' && self.t != 'B'",
        "self.num < 5 && self.num > 3",
        "self.k.size() > 0",
        "self.k.size() <= 8",
        "self.num > 3 || self.num < 3",
        "self.l.exists(i, has(i.x) && i.x == 1) && self.l.exists(i, has(i.x) && i.x == 2)",
    ] {
        check(rule, "");
    }
}

#[test]
fn values_outside_of_enumerations() {
    check("self.t == 'a'", "impossible_enum_value");
    check("self.t in ['A', 'D']", "impossible_enum_value");
    check("'D' != self.t", "impossible_enum_value");
    check("self.k == 'D'", "");
}

#[test]
fn presence_that_is_certain() {
    check("!has(self.d) || self.d > 1", "needless_has");
    check("has(self.num)", "needless_has");
    check("has(oldSelf.num) && self.num > 1", "");
    check("has(self.z)", "");
}

#[test]
fn fields_and_items_that_are_never_there() {
    for rule in
        ["self.p.intVal > 1", "self.p['strVal'] == 'a'", "has(self.p.intVal)", "self.l[-1] == self.l[0]"]
    {
        check(rule, "always_absent");
    }
    for rule in ["type(self.p) == string || self.p > 1", "has(self.l[0].x) && self.l[0].x == 1"] {
        check(rule, "");
    }
}

#[test]
fn comparisons_with_null() {
    fixed(
        "format.dns1123Label().validate(self.k) == null",
        "!format.dns1123Label().validate(self.k).hasValue()",
    );
    fixed("self.num > 1 && self.?a != null", "self.num > 1 && self.?a.hasValue()");
    fixed("self.num > 1 ? self.?a != null : true", "self.num > 1 ? self.?a.hasValue() : true");
    check("has(self.o) && self.o != null", "optional_compared_with_null");
    // The read of `self.o` goes with the comparison.
    check("self.o == null", "optional_compared_with_null");
    check_null("self.o == null", "!has(self.o)");
    for name in ["time", "day", "span", "size"] {
        check_null(&format!("self.{name} == null"), &format!("!has(self.{name})"));
        check_null(&format!("null != self.{name}"), &format!("has(self.{name})"));
    }
    // What is read behind the comparison is not another mistake.
    for begin in ["self.time == null ||", "null != self.time &&", "self.time == null ? true :"] {
        let rule = format!("{begin} self.time > timestamp('2026-01-31T00:00:00Z')");
        let findings = found(NULLS, &[&rule]);
        let names: Vec<_> = findings.iter().map(|finding| finding.lint.name).collect();
        assert_eq!(names, ["optional_compared_with_null"], "{rule}");
    }
}

/// Checks what the only finding in a comparison with null says to write. It must compile.
#[track_caller]
fn check_null(rule: &str, expected: &str) {
    let findings = found(NULLS, &[rule]);
    let [finding] = findings.as_slice() else { panic!("{rule}: {findings:#?}") };
    assert_eq!(finding.lint.name, "optional_compared_with_null", "{rule}");
    assert_eq!(finding.help.as_deref(), Some(&*format!("write `{expected}`")), "{rule}");
    assert_eq!(found(NULLS, &[expected]), [], "{expected}");
}

const NULLS: &str = "
type: object
properties:
  o: {type: object, properties: {p: {type: integer}}}
  time: {type: string, format: date-time}
  day: {type: string, format: date, nullable: true}
  span: {type: string, format: duration}
  size: {x-kubernetes-int-or-string: true}
";

#[test]
fn patterns_for_whole_texts() {
    for pattern in [
        "[a-z]([-a-z0-9]*[a-z0-9])?",
        "[a-z0-9-]+",
        "^[a-z0-9]+",
        "[a-z]+\\\\.[a-z]+",
        "[a-z]*",
        "^[0-9]{0,3}",
        "^a|b|c$",
        "^TCP|UDP$",
    ] {
        check(&format!("self.k.matches('{pattern}')"), "unanchored_pattern");
    }
    for pattern in [
        "^[a-z]+$",
        "[a-z]",
        "[0-9]+",
        "^https?://",
        "^-|-$",
        "^a.*",
        "\\\\d+",
        "^(a|b)$",
        "foo",
        "[a-z]+",
        "[a-z]{2,}",
    ] {
        check(&format!("self.k.matches('{pattern}')"), "");
    }
    check("!self.k.matches('[a-z0-9]+')", "");
    fixed("self.k.matches('[a-z0-9]+')", "self.k.matches('^[a-z0-9]+$')");
    fixed("self.k.matches(r'^[a-z0-9]+')", "self.k.matches(r'^[a-z0-9]+$')");
}

#[test]
fn rules_in_other_words() {
    let same = |one: &str, other: &str| found(OBJECT, &[one, other]).iter().any(|finding| finding.rule == 1);
    for (one, other) in [
        ("self.num > 1 && self.k != ''", "self.k != '' && 1 < self.num"),
        ("!has(self.a) || self.num > 1", "has(self.a) ? self.num > 1 : true"),
        ("self.l.all(i, has(i.x))", "!self.l.exists(j, !has(j.x))"),
        ("self.t in ['A', 'B']", "self.t == 'A' || self.t == 'B'"),
        ("self.k.size() > 1", "size(self.k) > 1"),
    ] {
        assert!(same(one, other), "{one}");
    }
    for (one, other) in [
        ("self.num > 1", "self.num >= 1"),
        ("self.num > 1", "self.num > 1"),
        ("self.k.startsWith('a')", "'a'.startsWith(self.k)"),
        ("self.l.all(i, has(i.x))", "self.l.all(i, has(i.w))"),
    ] {
        assert!(!same(one, other), "{one}");
    }
}

#[test]
fn variables_of_macros() {
    check("self.l.all(i, self.num > 1)", "unused_variable");
    check("self.l.exists(i, true)", "");
    check("self.l.map(i, 1).size() > 0", "");
    check("self.l.all(_i, self.num > 1)", "");
    check("self.l.all(i, self.l.exists(i, has(i.x)))", "shadowed_variable");
    check("self.l.all(self, has(self.x))", "shadowed_variable");
    check("self.?a.optMap(v, v > 1).orValue(true)", "");
    check("self.?a.optMap(v, self.num > 1).orValue(true)", "unused_variable");
}

#[test]
fn items_that_differ() {
    let list = "{type: array, maxItems: 9, items: {type: object, required: [name], properties: {name: {type: string}, b: {type: string}}}}";
    let names = |schema: &str, rule: &str| {
        let found = found(schema, &[rule]);
        found.iter().map(|finding| finding.lint.name).collect::<Vec<_>>().join(" ")
    };
    for rule in [
        "self.all(x, self.exists_one(y, x.name == y.name))",
        "self.all(x, self.filter(y, y.name == x.name).size() == 1)",
        "self.all(x, self.filter(y, y.name == x.name).size() < 2)",
    ] {
        assert_eq!(names(list, rule), "quadratic_uniqueness", "{rule}");
    }
    let optional = "self.all(x, !has(x.b) || self.exists_one(y, has(y.b) && x.b == y.b))";
    assert_eq!(names(list, optional), "");
    assert_eq!(names(list, "self.all(x, self.exists(y, x.name == y.name))"), "");
    let texts = "{type: array, maxItems: 9, items: {type: string}}";
    assert_eq!(names(texts, "self.all(x, self.exists_one(y, x == y))"), "quadratic_uniqueness");
}

#[test]
fn quantities_have_a_form_that_compiles() {
    let schema = "{type: object, required: [a, b], properties: {a: {x-kubernetes-int-or-string: true}, b: {type: object, maxProperties: 9, additionalProperties: {x-kubernetes-int-or-string: true}}}}";
    let helps = |rule: &str, expected: &str| {
        let findings = found(schema, &[rule]);
        let finding = findings.iter().find(|finding| finding.lint.name == "quantity_as_text").expect(rule);
        let help = finding.help.as_deref().unwrap_or_default();
        assert_eq!(help, expected, "{rule}");
        let written = help.strip_prefix("write `").and_then(|help| help.strip_suffix('`'));
        if let Some(written) = written.filter(|written| !written.contains('`')) {
            assert!(found(schema, &[written]).iter().all(|left| left.lint != finding.lint), "{written}");
        }
    };
    let limit = "quantity(string(self.b['cpu']))";
    helps("self.a <= self.b['cpu']", &format!("write `quantity(string(self.a)).compareTo({limit}) <= 0`"));
    helps("self.b['cpu'] > '1Gi'", &format!("write `{limit}.isGreaterThan(quantity('1Gi'))`"));
    let ask = "else ask `type(self.a) == int` first";
    helps(
        "self.a <= 2",
        &format!("write `quantity(string(self.a)).compareTo(quantity('2')) <= 0` of a quantity; {ask}"),
    );
    helps(
        "2 < self.a",
        &format!("write `quantity('2').isLessThan(quantity(string(self.a)))` of a quantity; {ask}"),
    );
    helps("self.a + 1 == 2", "ask `type(self.a) == int` first");
    helps("self.a < 'http'", "`type(self.a) == int` asks which it is");
    helps("self.a.isInteger()", "write `quantity(string(self.a))` in place of `self.a`");
}
