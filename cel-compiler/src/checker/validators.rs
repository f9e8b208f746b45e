//! The server's checks of literals after a clean check (cel-go: `cel/validator.go`).

mod format;

use super::{CheckedExpr, assignability::is_exact, errors};
use crate::ast::Callee;
use crate::{
    ast::{Call, Expr, ExprKind, ListElement, Literal, MapEntry},
    diagnostic::Diagnostics,
    library::KubernetesVersion,
    types::Type,
};
use cel_types::{Duration, Timestamp, regex};

/// Runs all validators. In older versions without them, the checker compares element types, and bad literals fail the program.
pub(super) fn validate(checked: &CheckedExpr, version: KubernetesVersion) -> Diagnostics {
    let literals = version >= KubernetesVersion::LITERAL_VALIDATORS;
    let formats = version >= KubernetesVersion::FORMAT_VALIDATOR;
    let parts = version >= KubernetesVersion::TYPES_OF_PARTS;
    let diagnostics = Diagnostics::default();
    let mut validator = Validator { checked, literals, formats, parts, format_depth: 0, diagnostics };
    validator.visit(checked.expr());
    validator.diagnostics
}

/// True if a function accepts a literal argument of the right type. To find out, the server evaluates `duration(..)` and
/// `timestamp(..)`, and compiles the pattern of `matches`.
pub(super) fn accepts_literal(function: &str, literal: &Literal) -> bool {
    match (function, literal) {
        ("duration", Literal::String(text)) => Duration::parse(text).is_some(),
        ("timestamp", Literal::String(text)) => Timestamp::parse(text).is_ok(),
        ("timestamp", Literal::Int(seconds)) => Timestamp::from_seconds(*seconds).is_some(),
        ("matches", Literal::String(text)) => regex::check(text).is_ok(),
        // Null fits their types, and older servers declare `duration(int)`.
        ("duration" | "timestamp", Literal::Null) | ("duration", Literal::Int(_)) => false,
        _ => true,
    }
}

/// Why a literal is refused, or how it is written: the server's message says neither.
pub(super) fn reason(function: &str, literal: &Literal) -> Option<String> {
    let Literal::String(text) = literal else { return None };
    let days = || text.trim().strip_suffix('d')?.parse::<u32>().ok();
    match function {
        "matches" => {
            let error = regex::check(text).err()?.to_string();
            Some(match lacking(&error) {
                Some(lacking) => format!("{error}; {lacking}"),
                None => error,
            })
        }
        "duration" => Some(match days() {
            Some(days) => format!("write `duration('{}h')`", u64::from(days) * 24),
            None => "a duration is numbers with units, such as `h`, `m`, `s` and `ms`: `duration('1h30m')`"
                .to_owned(),
        }),
        "timestamp" => {
            Some("a timestamp has a date, a time and a zone: `timestamp('2026-01-31T12:00:00Z')`".to_owned())
        }
        _ => None,
    }
}

/// What to do without a feature of other pattern languages.
fn lacking(error: &str) -> Option<&'static str> {
    if ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|lookaround| error.contains(lookaround)) {
        return Some(
            "RE2 does not look ahead or behind: use two patterns, as in `a.matches(r'x') && !a.matches(r'y')`",
        );
    }
    if error.contains("invalid repeat count") {
        return Some("RE2 repeats at most 1000 times, and the first number is not above the second");
    }
    if error.contains("invalid nested repetition operator") {
        return Some("RE2 has one of `*`, `+`, `?` and `{2}` behind a part");
    }
    if error.contains("escape sequence: `\\Z`") {
        return Some("the end of the text is `$`");
    }
    let reference = error.rsplit_once('\\').map(|(_, from)| from);
    let is_reference = reference.is_some_and(|from| from.starts_with(|c: char| c.is_ascii_digit()));
    is_reference.then_some("RE2 cannot repeat what a group has matched")
}

struct Validator<'c> {
    checked: &'c CheckedExpr,
    /// Literal arguments of some functions are checked by evaluation.
    literals: bool,
    /// The arguments of `format` are compared with its text.
    formats: bool,
    /// The types of elements, keys and values are compared.
    parts: bool,
    /// Calls of `format` around the node: their arguments may mix types.
    format_depth: u32,
    diagnostics: Diagnostics,
}

impl Validator<'_> {
    fn visit(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Ident(_) => {}
            ExprKind::Select(select) => self.visit(&select.operand),
            ExprKind::Call(call) => self.call(expr, call),
            ExprKind::List(elements) => self.list(elements),
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::Struct(message) => {
                for field in &message.fields {
                    self.visit(&field.value);
                }
            }
            ExprKind::Comprehension(comprehension) => {
                self.visit(&comprehension.iter_range);
                self.visit(&comprehension.accu_init);
                self.visit(&comprehension.loop_condition);
                self.visit(&comprehension.loop_step);
                self.visit(&comprehension.result);
            }
        }
    }

    fn call(&mut self, expr: &Expr, call: &Call) {
        // The server looks at the first argument, even for the global `matches`, which has the pattern second.
        if self.literals
            && let Some(Expr { kind: ExprKind::Literal(literal), offset, .. }) = call.args.first()
            && !accepts_literal(&call.function, literal)
        {
            let diagnostic = errors::invalid_literal_argument(*offset, &call.function);
            self.diagnostics.push(match reason(&call.function, literal) {
                Some(reason) => diagnostic.with_help(reason),
                None => diagnostic,
            });
        }
        let is_format = u32::from(call.function.callee() == Callee::Named("format"));
        self.format_depth += is_format;
        for part in call.target.as_deref().into_iter().chain(&call.args) {
            self.visit(part);
        }
        self.format_depth -= is_format;
        // This comes after the mistakes of nested calls, which may have the same place.
        if self.formats
            && let Some(mistake) = format::mistake(self.checked, expr, call)
        {
            self.diagnostics.push(mistake);
        }
    }

    /// All elements must have the type of the first. The first one with another type is reported.
    fn list(&mut self, elements: &[ListElement]) {
        if self.parts && self.format_depth == 0 {
            let mut types = elements.iter().map(|element| (&element.value, element.optional));
            if let Some(first) = types.next().and_then(|(value, optional)| self.held_type(value, optional)) {
                for (value, optional) in types {
                    let Some(ty) = self.held_type(value, optional) else {
                        break;
                    };
                    if !self.same_type(value, &first, &ty) {
                        break;
                    }
                }
            }
        }
        for element in elements {
            self.visit(&element.value);
        }
    }

    /// All keys must have the type of the first key, and all values the type of the first value. Each other type is reported.
    fn map(&mut self, entries: &[MapEntry]) {
        if self.parts && self.format_depth == 0 {
            let mut first = None;
            for entry in entries {
                let key = self.checked.type_of(entry.key.id).clone();
                let Some(value) = self.held_type(&entry.value, entry.optional) else {
                    break;
                };
                let Some((first_key, first_value)) = &first else {
                    first = Some((key, value));
                    continue;
                };
                self.same_type(&entry.key, first_key, &key);
                self.same_type(&entry.value, first_value, &value);
            }
        }
        for entry in entries {
            self.visit(&entry.key);
            self.visit(&entry.value);
        }
    }

    /// The type of an element, or the type inside an optional element. The server panics on `[?dyn(1)]`; here it is a mistake.
    fn held_type(&mut self, value: &Expr, optional: bool) -> Option<Type> {
        let ty = self.checked.type_of(value.id);
        if !optional || *ty == Type::Error {
            return Some(ty.clone());
        }
        let held = ty.optional_value().cloned();
        if held.is_none() {
            self.diagnostics.push(errors::type_mismatch(value.offset, &Type::optional(ty.clone()), ty));
        }
        held
    }

    fn same_type(&mut self, value: &Expr, first: &Type, ty: &Type) -> bool {
        let same = is_exact(first, ty) || *first == Type::Error || *ty == Type::Error;
        if !same {
            self.diagnostics.push(errors::type_mismatch(value.offset, first, ty));
        }
        same
    }
}
