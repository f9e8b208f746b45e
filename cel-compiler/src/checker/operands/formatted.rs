//! Advice for sums with a text, and for formats: `'at least ' + self.min`, `'%d'.format(self.min)`.

use super::{Operand, text_with_clauses};
use crate::{
    ast::{Expr, ExprKind, Literal},
    checker::validators::accepts_literal,
    types::Type,
    unparser::{unparse, unparse_operand},
};

/// Advice for a text with a number. The server takes `string(n)` for a text of any size, so a sum with it costs too much.
pub(super) fn sum(symbol: &str, left: Operand<'_>, right: Operand<'_>) -> Option<String> {
    if symbol != "+" || left.1 == right.1 {
        return None;
    }
    if let Some([left, right]) = with_duration(left, right) {
        return Some(format!("{left} + {right}"));
    }
    let (mut text, mut values) = (String::new(), Vec::new());
    for (expr, ty) in [left, right] {
        match (ty, &expr.kind) {
            (Type::String, ExprKind::Literal(Literal::String(part))) if !part.contains(['\'', '\\', '"']) => {
                text.push_str(&part.replace('%', "%%"));
                continue;
            }
            (Type::String | Type::Double | Type::Bool | Type::Duration | Type::Timestamp, _) => {
                text.push_str("%s")
            }
            (Type::Int, kind) if !matches!(kind, ExprKind::Literal(_)) => text.push_str("%d"),
            _ => return None,
        }
        values.push(unparse(expr));
    }
    let has_text = *left.1 == Type::String || *right.1 == Type::String;
    has_text.then(|| format!("'{text}'.format([{}])", values.join(", ")))
}

/// Advice for a format whose values are no list, or that stands behind its values: `self.name.format('%s')`.
pub(super) fn call(operands: &[&Expr], types: &[Type]) -> Option<String> {
    let written = |format: String, values: &mut dyn Iterator<Item = &&Expr>| {
        let values: Vec<String> = values.map(|value| unparse(value)).collect();
        format!("{format}.format([{}])", values.join(", "))
    };
    match (operands, types) {
        ([value, format, others @ ..], [ty, Type::String, ..])
            if !matches!(ty, Type::List(_))
                && text_with_clauses(value).is_none()
                && let Some(format) = text_with_clauses(format) =>
        {
            Some(written(format, &mut [*value].iter().chain(others)))
        }
        ([text, values @ ..], [Type::String, ..])
            if !values.is_empty() && !matches!(types, [_, Type::List(_)]) =>
        {
            Some(written(unparse_operand(text), &mut values.iter()))
        }
        _ => None,
    }
}

/// The operands of `self.since + '1h'`, where the text is a duration.
fn with_duration(left: Operand<'_>, right: Operand<'_>) -> Option<[String; 2]> {
    let is_time = |(_, ty): Operand<'_>| matches!(ty, Type::Timestamp | Type::Duration);
    let is_span = |(expr, _): Operand<'_>| match &expr.kind {
        ExprKind::Literal(literal @ Literal::String(_)) => accepts_literal("duration", literal),
        _ => false,
    };
    let duration = |(expr, _): Operand<'_>| format!("duration({})", unparse(expr));
    if is_time(left) && is_span(right) {
        Some([unparse_operand(left.0), duration(right)])
    } else if is_span(left) && is_time(right) {
        Some([duration(left), unparse_operand(right.0)])
    } else {
        None
    }
}
