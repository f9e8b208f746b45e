//! Advice for comparisons with null: what is absent is not null.

use crate::{
    ast::{
        Call,
        Callee::{self, Op},
        Expr, ExprKind, Literal,
    },
    env::{self, SELF},
    parser::{ASK_OLD_SELF, SELF_IS_THERE},
    types::Type,
    unparser::{unparse, unparse_operand},
};
use cel_types::Operator::{self, Index};

/// Advice for `self == null` and `oldSelf == null`.
pub(super) fn whole(function: Callee<'_>, args: &[Expr], types: &[Type]) -> Option<&'static str> {
    let (
        Op(Operator::Equals | Operator::NotEquals),
        [Expr { kind: ExprKind::Ident(name), .. }, _],
        [_, Type::Null],
    ) = (function, args, types)
    else {
        return None;
    };
    match &**name {
        SELF => Some(SELF_IS_THERE),
        env::OLD_SELF => Some(ASK_OLD_SELF),
        _ => None,
    }
}

/// A field or an element that is compared with null: `self.name == null`.
pub(super) fn absent(symbol: &str, operand: &Expr) -> Option<String> {
    match &operand.kind {
        ExprKind::Select(select) if !select.test_only => {
            let not = if symbol == "==" { "!" } else { "" };
            Some(format!("{not}has({})", unparse(operand)))
        }
        _ => absent_element(symbol, operand),
    }
}

/// An element that is compared with null: `self.labels['a'] == null`.
fn absent_element(symbol: &str, element: &Expr) -> Option<String> {
    let ExprKind::Call(Call { function, args, .. }) = &element.kind else { return None };
    let [of, key] = args.as_slice() else { return None };
    let (of, is_there) = (unparse_operand(of), symbol == "!=");
    Some(match &key.kind {
        _ if !function.is(Index) => return None,
        ExprKind::Literal(Literal::String(_)) if is_there => format!("{} in {of}", unparse_operand(key)),
        ExprKind::Literal(Literal::String(_)) => format!("!({} in {of})", unparse_operand(key)),
        ExprKind::Literal(Literal::Int(index)) if is_there => format!("{of}.size() > {index}"),
        ExprKind::Literal(Literal::Int(index)) => format!("{of}.size() <= {index}"),
        _ => return None,
    })
}
