//! Integers as doubles: `self.a / 2` becomes `double(self.a) / 2.0`, since `double(self.a / 2)` would lose the half.

use super::is_order;
use crate::{
    ast::{Call, Callee::Op, Expr, ExprKind, Function, Literal},
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator::{Add, Divide, Multiply, Negate, Subtract};

/// An int as a double, as an operand beside this symbol.
pub(super) fn as_double(symbol: &str, int: &Expr) -> String {
    let double = converted(int);
    let is_relation = is_order(symbol) || matches!(symbol, "==" | "!=");
    if is_relation { unparse(&double) } else { unparse_operand(&double) }
}

/// The expression as a double: each number that a quotient is made of is a double by itself.
fn converted(int: &Expr) -> Expr {
    let kind = match (&int.kind, arithmetic(int)) {
        (ExprKind::Literal(Literal::Int(value)), _) => ExprKind::Literal(Literal::Double(nearest(*value))),
        (_, Some(call)) if divides(call) => {
            ExprKind::Call(Call { args: call.args.iter().map(converted).collect(), ..call.clone() })
        }
        _ => {
            let function = Function::from("double");
            ExprKind::Call(Call { function, target: None, args: vec![int.clone()] })
        }
    };
    Expr { kind, ..int.clone() }
}

/// An operation on integers that doubles have too.
fn arithmetic(expr: &Expr) -> Option<&Call> {
    match &expr.kind {
        ExprKind::Call(call) => match call.function.callee() {
            Op(Add | Subtract | Multiply | Divide | Negate) => Some(call),
            _ => None,
        },
        _ => None,
    }
}

/// True if a part of the operation is a quotient.
fn divides(call: &Call) -> bool {
    call.function.is(Divide) || call.args.iter().filter_map(arithmetic).any(divides)
}

#[expect(clippy::cast_precision_loss, reason = "`double()` does the same")]
fn nearest(value: i64) -> f64 {
    value as f64
}
