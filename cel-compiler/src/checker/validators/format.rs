//! Calls of `format` whose text and list of arguments are literals (cel-go: `ext/formatting.go`, `stringFormatValidator`).

use super::CheckedExpr;
use crate::{
    ast::{Call, Expr, ExprKind, ListElement, Literal},
    checker::errors,
    diagnostic::Diagnostic,
    types::Type,
};
use cel_types::{
    TypeName,
    format::{ClauseError, Part, Verb, parts},
};

/// The first mistake in a call of `format`; `None` for other functions.
pub(super) fn mistake(checked: &CheckedExpr, expr: &Expr, call: &Call) -> Option<Diagnostic> {
    let ("format", Some(target), [list]) = (&*call.function, &call.target, call.args.as_slice()) else {
        return None;
    };
    match (&target.kind, &list.kind) {
        (ExprKind::Literal(Literal::String(text)), ExprKind::List(arguments)) => {
            in_clauses(checked, expr.offset, text, arguments)
        }
        _ => None,
    }
}

fn in_clauses(
    checked: &CheckedExpr,
    offset: u32,
    text: &str,
    arguments: &[ListElement],
) -> Option<Diagnostic> {
    let clauses = parts(text).filter_map(|part| match part {
        Part::Text(_) => None,
        Part::Clause(clause) => Some(clause),
    });
    let mut used = 0;
    for clause in clauses {
        if clause == Err(ClauseError::UnexpectedEnd) {
            return Some(errors::invalid_clause(offset, ClauseError::UnexpectedEnd));
        }
        let Some(argument) = arguments.get(used) else {
            return Some(errors::missing_argument(offset, used));
        };
        used += 1;
        let mistake = match clause {
            Ok(clause) => in_argument(checked, clause.verb, &argument.value),
            Err(error) => Some(errors::invalid_clause(offset, error)),
        };
        if mistake.is_some() {
            return mistake;
        }
    }
    (arguments.len() > used).then(|| errors::too_many_arguments(offset, used, arguments.len()))
}

/// A mistake in an argument, or in a part of a list or map literal. Only `%s` takes lists and maps.
fn in_argument(checked: &CheckedExpr, verb: Verb, argument: &Expr) -> Option<Diagnostic> {
    let name = runtime_name(checked.type_of(argument.id))?;
    if !TypeName::ALL.into_iter().any(|known| known.as_str() == name && verb.accepts(known)) {
        return Some(errors::not_formatted(argument.offset, verb, name));
    }
    match &argument.kind {
        ExprKind::List(elements) => {
            elements.iter().find_map(|element| in_argument(checked, verb, &element.value))
        }
        ExprKind::Map(entries) => {
            let mut parts = entries.iter().flat_map(|entry| [&entry.key, &entry.value]);
            parts.find_map(|part| in_argument(checked, verb, part))
        }
        _ => None,
    }
}

/// The run-time name of a type in errors, if the compiler knows it.
fn runtime_name(ty: &Type) -> Option<&str> {
    let known = match ty {
        Type::Null => TypeName::Null,
        Type::Bool => TypeName::Bool,
        Type::Int => TypeName::Int,
        Type::Uint => TypeName::Uint,
        Type::Double => TypeName::Double,
        Type::String => TypeName::String,
        Type::Bytes => TypeName::Bytes,
        Type::Timestamp => TypeName::Timestamp,
        Type::Duration => TypeName::Duration,
        Type::List(_) => TypeName::List,
        Type::Map(_) => TypeName::Map,
        Type::Type(_) => TypeName::Type,
        Type::Wrapper(content) => return runtime_name(content),
        Type::Object(name) | Type::Opaque(name, _) => return Some(name),
        Type::Any => return Some("google.protobuf.Any"),
        Type::Dyn | Type::Error | Type::Param(_) => return None,
    };
    Some(known.as_str())
}
