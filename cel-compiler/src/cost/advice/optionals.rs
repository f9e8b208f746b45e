//! Another form for comparisons of optionals. The server knows no bound for the value of an optional, so `self.?zone == oldSelf.?zone`
//! is too expensive with every schema.

use crate::{
    ast::{Callee, Expr, ExprKind, Literal},
    checker::CheckedExpr,
    diagnostic::write,
    unparser::unparse_operand,
    visit::children,
};
use cel_types::Operator::{Equals, NotEquals, OptSelect};

/// The first comparison of an optional field with another or with `optional.of(x)`, written with `has(..)`.
pub(super) fn comparison(checked: &CheckedExpr, expr: &Expr) -> Option<String> {
    of_comparison(checked, expr)
        .or_else(|| children(expr).into_iter().find_map(|child| comparison(checked, child)))
}

fn of_comparison(checked: &CheckedExpr, expr: &Expr) -> Option<String> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    let (Callee::Op(operator @ (Equals | NotEquals)), [left, right]) = (call.function.callee(), &*call.args)
    else {
        return None;
    };
    let is_equal = operator == Equals;
    let (left_field, right_field) = (Field::of(checked, left), Field::of(checked, right));
    let (field, other) = match (&left_field, &right_field) {
        (Some(field), _) => (field, right),
        (None, Some(field)) => (field, left),
        (None, None) => return None,
    };
    let x = &field.text;
    let written = match (&left_field, &right_field, is_equal) {
        (Some(_), Some(y), true) => {
            let y = &y.text;
            format!("has({x}) == has({y}) && (!has({x}) || {x} == {y})")
        }
        (Some(_), Some(y), false) => {
            let y = &y.text;
            format!("has({x}) != has({y}) || has({x}) && {x} != {y}")
        }
        _ => with_optional(checked, x, other, is_equal)?,
    };
    // Without it the rule would fail where nothing is updated.
    let whole = [&left_field, &right_field].into_iter().flatten().find_map(|field| field.whole.as_ref());
    Some(write(&whole.map_or(written.clone(), |whole| format!("!{whole}.hasValue() || {written}"))))
}

/// The comparison of a field with `optional.of(y)` or `optional.none()`.
fn with_optional(checked: &CheckedExpr, x: &str, other: &Expr, is_equal: bool) -> Option<String> {
    let ExprKind::Call(call) = &other.kind else { return None };
    let (callee, operands) = checked.callee(other.id, call);
    let y = operands.first().map(|operand| unparse_operand(operand));
    Some(match (callee, y, is_equal) {
        (Callee::Named("optional.of"), Some(y), true) => format!("has({x}) && {x} == {y}"),
        (Callee::Named("optional.of"), Some(y), false) => format!("!has({x}) || {x} != {y}"),
        (Callee::Named("optional.none"), None, true) => format!("!has({x})"),
        (Callee::Named("optional.none"), None, false) => format!("has({x})"),
        _ => return None,
    })
}

/// The field that `self.?zone` or `self.?zone.orValue('')` reads: `self.zone`.
struct Field {
    text: String,
    /// The variable that has it, if that may be absent as a whole: `oldSelf`.
    whole: Option<String>,
}

impl Field {
    fn of(checked: &CheckedExpr, expr: &Expr) -> Option<Field> {
        let (operand, name) = match &expr.kind {
            // Of an optional `oldSelf`.
            ExprKind::Select(select) if checked.type_of(expr.id).optional_value().is_some() => {
                (&*select.operand, &select.field)
            }
            ExprKind::Call(call) => match (call.function.callee(), &call.target, &*call.args) {
                (Callee::Named("orValue"), Some(target), [_]) => return Field::of(checked, target),
                (
                    Callee::Op(OptSelect),
                    _,
                    [operand, Expr { kind: ExprKind::Literal(Literal::String(name)), .. }],
                ) => (operand, name),
                _ => return None,
            },
            _ => return None,
        };
        let of = unparse_operand(operand);
        match (&operand.kind, checked.type_of(operand.id).optional_value()) {
            (_, None) => Some(Field { text: format!("{of}.{name}"), whole: None }),
            (ExprKind::Ident(_), Some(_)) => {
                Some(Field { text: format!("{of}.value().{name}"), whole: Some(of) })
            }
            _ => None,
        }
    }
}
