//! Walks through a whole tree: its ids, and copies of parts.

use crate::{
    ast::{Expr, ExprId, ExprKind},
    visit::children,
};

/// Numbers a tree from 1, children before parents, so the root's id is the number of ids.
///
/// Only a finished tree is numbered: macros drop some of the nodes they are given and copy others.
pub(super) fn number(expr: &mut Expr) {
    let mut last = 0;
    visit(expr, &mut |id, _| {
        last += 1;
        *id = ExprId(last);
    });
}

/// A macro's copy of an expression. Nodes keep their places, but entries of maps and fields of messages get the macro's (cel-go:
/// `exprHelper.Copy`).
pub(super) fn copy(expr: &Expr, at: u32) -> Expr {
    let mut copy = expr.clone();
    visit(&mut copy, &mut |_, entry| {
        if let Some(offset) = entry {
            *offset = at;
        }
    });
    copy
}

/// Number of nodes.
pub(super) fn size(expr: &Expr) -> usize {
    1 + children(expr).into_iter().map(size).sum::<usize>()
}

/// Visits the ids of all nodes, children before parents. Ids of entries and fields come with their offset.
fn visit(expr: &mut Expr, found: &mut impl FnMut(&mut ExprId, Option<&mut u32>)) {
    match &mut expr.kind {
        ExprKind::Literal(_) | ExprKind::Ident(_) => {}
        ExprKind::Select(select) => visit(&mut select.operand, found),
        ExprKind::Call(call) => {
            visit_all(call.target.as_deref_mut(), found);
            visit_all(&mut call.args, found);
        }
        ExprKind::List(elements) => visit_all(elements.iter_mut().map(|element| &mut element.value), found),
        ExprKind::Map(entries) => {
            for entry in entries {
                visit_all([&mut entry.key, &mut entry.value], found);
                found(&mut entry.id, Some(&mut entry.offset));
            }
        }
        ExprKind::Struct(message) => {
            for field in &mut message.fields {
                visit(&mut field.value, found);
                found(&mut field.id, Some(&mut field.offset));
            }
        }
        ExprKind::Comprehension(fold) => {
            visit_all([&mut fold.iter_range, &mut fold.accu_init, &mut fold.loop_condition], found);
            visit_all([&mut fold.loop_step, &mut fold.result], found);
        }
    }
    found(&mut expr.id, None);
}

fn visit_all<'a>(
    exprs: impl IntoIterator<Item = &'a mut Expr>,
    found: &mut impl FnMut(&mut ExprId, Option<&mut u32>),
) {
    for expr in exprs {
        visit(expr, found);
    }
}
