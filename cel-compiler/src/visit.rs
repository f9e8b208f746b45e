//! Walks over trees.

use crate::ast::{Expr, ExprKind};

/// The nodes directly below a node, in the order of evaluation.
#[must_use]
pub fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Ident(_) => Vec::new(),
        ExprKind::Select(select) => vec![&select.operand],
        ExprKind::Call(call) => call.target.as_deref().into_iter().chain(&call.args).collect(),
        ExprKind::List(elements) => elements.iter().map(|element| &element.value).collect(),
        ExprKind::Map(entries) => entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect(),
        ExprKind::Struct(message) => message.fields.iter().map(|field| &field.value).collect(),
        ExprKind::Comprehension(fold) => {
            vec![&fold.accu_init, &fold.iter_range, &fold.loop_condition, &fold.loop_step, &fold.result]
        }
    }
}

/// True if a test holds for a node or a node below it.
pub(crate) fn any(expr: &Expr, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    test(expr) || any_child(expr, &mut |child| any(child, test))
}

/// Whether a test holds for a node directly below. Nothing is collected: this is done often, and mostly without optimisation.
pub(crate) fn any_child<'e>(expr: &'e Expr, test: &mut dyn FnMut(&'e Expr) -> bool) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Ident(_) => false,
        ExprKind::Select(select) => test(&select.operand),
        ExprKind::Call(call) => call.target.as_deref().is_some_and(&mut *test) || call.args.iter().any(test),
        ExprKind::List(elements) => elements.iter().any(|element| test(&element.value)),
        ExprKind::Map(entries) => entries.iter().any(|entry| test(&entry.key) || test(&entry.value)),
        ExprKind::Struct(message) => message.fields.iter().any(|field| test(&field.value)),
        ExprKind::Comprehension(fold) => {
            [&fold.accu_init, &fold.iter_range, &fold.loop_condition, &fold.loop_step, &fold.result]
                .into_iter()
                .any(test)
        }
    }
}

/// Mutable references to the nodes directly below a node.
pub(crate) fn children_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Literal(_) | ExprKind::Ident(_) => Vec::new(),
        ExprKind::Select(select) => vec![&mut select.operand],
        ExprKind::Call(call) => call.target.as_deref_mut().into_iter().chain(&mut call.args).collect(),
        ExprKind::List(elements) => elements.iter_mut().map(|element| &mut element.value).collect(),
        ExprKind::Map(entries) => {
            entries.iter_mut().flat_map(|entry| [&mut entry.key, &mut entry.value]).collect()
        }
        ExprKind::Struct(message) => message.fields.iter_mut().map(|field| &mut field.value).collect(),
        ExprKind::Comprehension(fold) => vec![
            &mut fold.accu_init,
            &mut fold.iter_range,
            &mut fold.loop_condition,
            &mut fold.loop_step,
            &mut fold.result,
        ],
    }
}
