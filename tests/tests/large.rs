//! Rules as large as the server takes them, and larger: an answer within seconds, neither a panic nor an exhausted stack.

use cel_compiler::rule::compile_expression;
use serde_json::json;
use std::time::{Duration, Instant};
use tests::structural;

/// The first error of an expression over `x: int` and `s: string`, or nothing.
fn error(expr: &str) -> Option<String> {
    let variables = structural::variables(&json!({"x": {"type": "int"}, "s": {"type": "string"}}));
    let start = Instant::now();
    let error = compile_expression(expr, &structural::env(&variables)).err();
    let took = start.elapsed();
    println!("{took:?} for {} bytes of {:.20}", expr.len(), expr);
    assert!(took < Duration::from_secs(20), "{took:?} for {expr:.40}");
    error.map(|errors| errors[0].message.clone())
}

/// `head`, then `part` until nothing more fits, then `tail`.
fn filled(head: &str, part: &str, tail: &str) -> String {
    let parts = (CODE_POINTS - head.len() - tail.len()) / part.chars().count();
    format!("{head}{}{tail}", part.repeat(parts))
}

fn joined(element: impl Fn(usize) -> String, open: &str, close: &str) -> String {
    let elements: Vec<String> = (0..ELEMENTS).map(element).collect();
    format!("{open}{}{close}", elements.join(", "))
}

const CODE_POINTS: usize = 100_000;
const ELEMENTS: usize = 5_000;

#[test]
fn rules_of_the_largest_size_compile() {
    let rules = [
        filled("s == '", "a", "'"),
        filled("s == '", "ü", "'"),
        filled("x > 0", " ", ""),
        filled("x > 0", " && x > 0", ""),
        filled("true", " || true", ""),
        filled("", "!", "(x > 0)"),
        filled("", "-", "x"),
        filled("s.matches('", "(a|b)", "')"),
        filled("s in [", "s + 'a', ", "s]"),
    ];
    for rule in rules {
        assert_eq!(error(&rule), None, "{rule:.20}");
    }
}

#[test]
fn lists_and_maps_of_thousands_of_elements_compile() {
    let rules = [
        joined(|n| n.to_string(), "x in [", "]"),
        joined(|n| n.to_string(), "[", "].all(y, y >= x)"),
        joined(|n| format!("x + {n}"), "[", "].exists(y, y > x)"),
        joined(|n| format!("{n}: {n}"), "{", "}[x] > 0"),
        joined(|n| format!("{n}: x"), "{", "}[x] > 0"),
        joined(|n| format!("dyn({n})"), "dyn(x) in [", "]"),
    ];
    for rule in rules {
        assert_eq!(error(&rule), None, "{rule:.20}");
    }
}

#[test]
fn what_is_too_large_or_too_deep_is_an_error() {
    let size =
        |rule: &str| format!("expression code point size exceeds limit: size: {}, limit 100000", rule.len());
    let depth = "expression recursion limit exceeded: 250".to_owned();
    let largest = filled("x > 0", " ", "");
    let larger = largest.clone() + " ";
    assert_eq!((error(&largest), error(&larger)), (None, Some(size(&larger))));
    for open in ["(", "[", "{1: ", "[x].map(y, ", "x > 0 ? x : ", "size("] {
        assert_eq!(error(&filled("", open, "")).as_ref(), Some(&depth), "{open}");
    }
    for (head, part) in [("x", " + 1"), ("s", ".s"), ("s", "[0]"), ("s", ".trim()")] {
        let error = error(&filled(head, part, ""));
        assert!(error.as_ref().is_some_and(|error| error.contains("depth")), "{part}: {error:?}");
    }
}

/// Where a loop charges for operands of an earlier round, each copy that a macro makes of a part is emitted.
#[test]
fn a_rule_whose_code_would_be_too_large_is_an_error() {
    let chain = |steps: usize| -> String {
        let steps: String = (0..steps).map(|n| format!(".optMap(v{n}, v{n} + v{n} + v{n})")).collect();
        format!("optional.of(x){steps}.orValue(0) > 0")
    };
    let tracked = |steps| {
        let left = "p.replace({'a': 'b'}[p + 'a'], 'b') == 'a'";
        format!("[s].exists_one(p, {left} && {})", chain(steps))
    };
    assert_eq!(error(&chain(10)), None);
    assert_eq!(error(&tracked(2)), None);
    assert!(error(&tracked(12)).is_some_and(|error| error.contains("too large")));
}

#[test]
fn of_more_than_a_hundred_mistakes_the_rest_is_counted() {
    let variables = structural::variables(&json!({"x": {"type": "int"}}));
    for (part, count, rest) in
        [("nobody", 100, None), ("nobody", 5_000, Some(4_900)), ("has(x)", 101, Some(1))]
    {
        let expr = format!("[{}].size() > 0", vec![part; count].join(", "));
        let errors = compile_expression(&expr, &structural::env(&variables)).expect_err("mistakes");
        let last = errors.last().map(|error| error.message.clone());
        let text = rest.map(|rest: usize| format!("{rest} more errors were truncated"));
        assert_eq!(errors.len(), 100 + usize::from(rest.is_some()), "{part}");
        assert_eq!(last.filter(|last| last.contains("truncated")), text, "{part}");
    }
}
