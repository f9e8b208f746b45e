//! Advice for an expression whose value has the wrong type: a rule is a condition, a message a text.

use super::{
    CheckedExpr,
    operands::{as_bool, renamed},
};
use crate::{
    ast::{Expr, ExprKind, Literal, Macro},
    diagnostic::write,
    types::Type,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator;

/// Advice for a rule whose value is not a bool: `self.steps.map(s, s > 1)` should be `all`.
pub(crate) fn as_rule(checked: &CheckedExpr) -> Option<String> {
    let (expr, ty) = (checked.expr(), checked.result_type());
    let written = match (&expr.kind, ty) {
        (ExprKind::Comprehension(fold), Type::List(item)) => match fold.from {
            Macro::Map if **item == Type::Bool && !is_conditional(&fold.loop_step) => {
                renamed(expr, fold, "map", "all")
            }
            Macro::Filter => renamed(expr, fold, "filter", "exists"),
            _ => None,
        },
        _ => None,
    };
    if matches!(expr.kind, ExprKind::Literal(Literal::String(_))) {
        return Some("the rule is a text: remove the quotes around it".to_owned());
    }
    written.map(|written| write(&written)).or_else(|| as_bool(expr, ty))
}

/// Advice for a message expression whose value is not a string.
pub(crate) fn as_message(checked: &CheckedExpr) -> Option<String> {
    let (expr, ty) = (checked.expr(), checked.result_type());
    let x = unparse_operand(expr);
    Some(write(&match ty {
        Type::Bool => return Some(of_condition(expr)),
        Type::List(item) if **item == Type::String => format!("{x}.join(', ')"),
        Type::List(_) | Type::Map(_) | Type::Type(_) => format!("'%s'.format([{}])", unparse(expr)),
        Type::Object(_) | Type::Null => return None,
        ty if ty.optional_value() == Some(&Type::String) => format!("{x}.orValue('')"),
        ty if ty.optional_value().is_some() => return None,
        _ => format!("string({})", unparse(expr)),
    }))
}

/// Advice for a condition where a text is needed. The condition of a rule stands in the rule.
fn of_condition(condition: &Expr) -> String {
    let is_choice =
        matches!(&condition.kind, ExprKind::Call(call) if call.function.is(Operator::Conditional));
    let condition = if is_choice { unparse_operand(condition) } else { unparse(condition) };
    let choice = write(&format!("{condition} ? 'one text' : 'another text'"));
    format!("a condition belongs into the rule; for a text that depends on it, {choice}")
}

/// True for `map(x, predicate, transform)`.
fn is_conditional(step: &Expr) -> bool {
    matches!(&step.kind, ExprKind::Call(call) if call.function.is(Operator::Conditional))
}
