//! Rules as deep and as long as a server takes: no lint, and no search for an object, takes long.

use cel_codegen::{check::FileReport, lints::Lints};
use cel_compiler::library::KubernetesVersion;
use serde_json::json;
use std::time::{Duration, Instant};
use tests::lint_tables::crd;

/// What opens each level, the innermost part, and what closes each level.
const DEEP: &[[&str; 3]] = &[
    ["(", "self.x > 0", " ? self.y > 0 : self.s == 'a')"],
    ["(self.x > 0 ? ", "self.y > 0", " : self.s == 'a')"],
    ["(has(self.o) ? ", "self.o.a != ''", " : has(self.x))"],
    ["!(", "has(self.x)", " ? self.y > 0 : self.x > 0)"],
    ["(true == ", "(self.x > 0)", ")"],
    ["(self.x > 0 && (self.y > 0 || ", "self.o.a == ''", "))"],
    ["!(has(self.x) && !(", "self.x > 0", " || self.y > 0))"],
    ["self.?s.optMap(v, ", "'a'", ").orValue('b')"],
];

/// Conditions that are repeated with other numbers in place of `#`, and the operator between them.
const LONG: &[[&str; 2]] = &[
    ["self.e != 'v#'", " && "],
    ["(!has(self.f#) || self.f# != '')", " && "],
    ["(self.x == 1 || has(self.f#)) && (self.x == 1 || self.f# == '')", " && "],
    ["self.l.exists(i, i == #)", " && "],
    ["self.?f#.optMap(v, v != '').orValue(true)", " && "],
    ["(self.x > # ? self.y > # : self.s == 'a#')", " && "],
];

#[test]
fn deep_rules() {
    for [open, inner, close] in DEEP {
        let rule = format!("{}{inner}{}", open.repeat(LEVELS), close.repeat(LEVELS));
        let rule = if rule.contains("optMap") { format!("{rule} == 'a'") } else { rule };
        check(&[rule.clone(), format!("{rule} || false")]);
    }
}

#[test]
fn long_rules() {
    for [condition, operator] in LONG {
        let numbered = (0..).map(|n: usize| condition.replace('#', &n.to_string()));
        let conditions: Vec<String> = numbered.take(CONDITIONS).collect();
        check(&[conditions.join(operator)]);
    }
}

/// Runs all lints on rules of one node, and searches objects for what they find.
fn check(rules: &[String]) {
    let optional = (0..CONDITIONS).map(|n| (format!("f{n}"), json!({"type": "string"})));
    let values: Vec<String> = (0..CONDITIONS).map(|n| format!("v{n}")).collect();
    let mut properties = json!({
        "x": {"type": "integer"},
        "y": {"type": "integer"},
        "s": {"type": "string"},
        "e": {"type": "string", "enum": values},
        "o": {"type": "object", "properties": {"a": {"type": "string"}}},
        "l": {"type": "array", "maxItems": 10, "items": {"type": "integer"}},
        "m": {"type": "object", "maxProperties": 10, "additionalProperties": {"type": "string"}},
    });
    properties.as_object_mut().unwrap().extend(optional);
    let schema = json!({"schema": {"type": "object", "properties": properties}});
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    let crd = crd(&schema, &rules, false);
    let begin = Instant::now();
    let report = FileReport::new("crd.json".to_owned(), crd, KubernetesVersion::NEW_EXPRESSIONS);
    let report = report.with_lints(&Lints::default());
    let (time, shown) = (begin.elapsed(), rules.concat().chars().take(80).collect::<String>());
    let errors: Vec<_> =
        report.versions().flat_map(|version| version.errors()).map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{shown}: {errors:?}");
    assert!(time < LONGEST, "{shown}: {time:?}");
}

/// Parentheses and `?:` are a level each, and the server takes 250 levels.
const LEVELS: usize = 100;
const CONDITIONS: usize = 1_000;
/// Only a wrong growth takes longer.
const LONGEST: Duration = Duration::from_secs(10);
