//! CEL's form of functions that stand behind the name of a module: `strings.HasPrefix(self.name, 'a')`.

use super::{NO_CLOCK, PATTERN, READS_IP, calls::replacement, is_clock, of_map, plain};
use crate::{
    ast::{Call, Expr, ExprKind, Literal},
    diagnostic::write,
    types::Type,
    unparser::{unparse, unparse_operand},
};

/// Advice for a function of another language's module: `strings.HasPrefix(self.name, 'a')`.
pub(in crate::checker) fn in_namespace(namespace: &str, call: &Call, first: Option<&Type>) -> Option<String> {
    let (module, name) = (plain(namespace), plain(&call.function));
    if !is_module(namespace) {
        return None;
    }
    if is_clock(&name) {
        return Some(NO_CLOCK.to_owned());
    }
    let args: Vec<String> = call.args.iter().map(unparse).collect();
    let written = match (&*module, &*name, call.args.as_slice()) {
        ("object", "keys" | "values" | "entries", [map]) => {
            return Some(of_map(&name, &unparse_operand(map)));
        }
        ("semver", "compare" | "cmp", [a, b]) => {
            Some(format!("semver({}).compareTo(semver({}))", unparse(a), unparse(b)))
        }
        ("semver", "isvalid" | "valid" | "validate", [text]) => Some(format!("isSemver({})", unparse(text))),
        ("units", "parse" | "parsebytes", [text]) => Some(format!("quantity({})", unparse(text))),
        ("net", "parseip", _) => return Some(READS_IP.to_owned()),
        ("re", "match" | "fullmatch", [a, b]) => {
            let [pattern, text] = pattern_first(a, b);
            let pattern = anchored(pattern, name == "fullmatch").unwrap_or_else(|| pattern.clone());
            Some(format!("{}.matches({})", unparse_operand(text), unparse(&pattern)))
        }
        ("math", "max", [_, _, ..]) => Some(format!("[{}].max()", args.join(", "))),
        ("math", "min", [_, _, ..]) => Some(format!("[{}].min()", args.join(", "))),
        (
            "re" | "regex" | "regexp",
            "match" | "matches" | "matchstring" | "ismatch" | "fullmatch" | "search" | "test",
            [a, b],
        ) => {
            let [pattern, text] = pattern_first(a, b);
            Some(format!("{}.matches({})", unparse_operand(text), unparse(pattern)))
        }
        ("re" | "regex" | "regexp", "compile" | "mustcompile", _) => return Some(PATTERN.to_owned()),
        ("re" | "regex" | "regexp", ..) => None,
        (_, "contains" | "split" | "replace" | "join" | "trim", [subject, _, ..])
            if !(name == "contains" && matches!(first, Some(Type::List(_)))) =>
        {
            Some(format!("{}.{name}({})", unparse_operand(subject), args[1..].join(", ")))
        }
        (_, _, [subject, ..]) => {
            let texts: Vec<&str> = args[1..].iter().map(String::as_str).collect();
            replacement(&name, subject, &texts, first)
        }
        _ => None,
    };
    written.map(|written| write(&written))
}

/// The pattern and the text of `regex.match(a, b)`, which has the pattern first in Go, and last in others.
fn pattern_first<'e>(a: &'e Expr, b: &'e Expr) -> [&'e Expr; 2] {
    let is_literal = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(Literal::String(_)));
    if is_literal(b) && !is_literal(a) { [b, a] } else { [a, b] }
}

/// A pattern of Python, which `match` looks for at the begin of a text. `matches()` looks for it everywhere.
fn anchored(pattern: &Expr, is_whole: bool) -> Option<Expr> {
    let ExprKind::Literal(Literal::String(text)) = &pattern.kind else { return None };
    let begin = if text.starts_with('^') { "" } else { "^" };
    let end = if text.ends_with('$') || !is_whole { "" } else { "$" };
    let text = match text.contains('|') {
        true => format!("{begin}(?:{text}){end}"),
        false => format!("{begin}{text}{end}"),
    };
    Some(Expr { kind: ExprKind::Literal(Literal::String(text)), ..pattern.clone() })
}

/// True for a module of another language, or a library of CEL that the API server does not have.
pub(in crate::checker) fn is_module(name: &str) -> bool {
    MODULES.contains(&&*plain(name))
}

const MODULES: &[&str] = &[
    "array",
    "base64",
    "cel",
    "date",
    "datetime",
    "fmt",
    "json",
    "jsonpatch",
    "lists",
    "maps",
    "math",
    "net",
    "number",
    "object",
    "proto",
    "re",
    "regex",
    "regexp",
    "resource",
    "semver",
    "slices",
    "string",
    "strings",
    "time",
    "units",
    "yaml",
];
