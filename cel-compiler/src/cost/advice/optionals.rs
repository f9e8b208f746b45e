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

/// The first comparison of two optional fields, written with `has(..)`.
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
    let (left, right) = (field(checked, left)?, field(checked, right)?);
    Some(write(&match operator {
        Equals => format!("has({left}) == has({right}) && (!has({left}) || {left} == {right})"),
        _ => format!("has({left}) != has({right}) || has({left}) && {left} != {right}"),
    }))
}

/// The field that `self.?zone` or `self.?zone.orValue('')` reads: `self.zone`.
fn field(checked: &CheckedExpr, expr: &Expr) -> Option<String> {
    let ExprKind::Call(call) = &expr.kind else { return None };
    match (call.function.callee(), &call.target, &*call.args) {
        (Callee::Named("orValue"), Some(target), [_]) => field(checked, target),
        (
            Callee::Op(OptSelect),
            _,
            [operand, Expr { kind: ExprKind::Literal(Literal::String(name)), .. }],
        ) => {
            let of = unparse_operand(operand);
            match (&operand.kind, checked.type_of(operand.id).optional_value()) {
                (_, None) => Some(format!("{of}.{name}")),
                // The whole `oldSelf` may be optional.
                (ExprKind::Ident(_), Some(_)) => Some(format!("{of}.value().{name}")),
                _ => None,
            }
        }
        _ => None,
    }
}
