//! Gives a finished tree its ids.

use crate::ast::{Expr, ExprId, ExprKind};

/// Numbers a tree from 1, children before parents, so that the root's id is the number of all.
///
/// Only a finished tree is numbered: macros drop some of the nodes they are given and copy others.
pub(super) fn number(expr: &mut Expr) {
    Numbering { last: 0 }.expr(expr);
}

struct Numbering {
    last: u32,
}

impl Numbering {
    fn next(&mut self) -> ExprId {
        self.last += 1;
        ExprId(self.last)
    }

    fn expr(&mut self, expr: &mut Expr) {
        self.children(&mut expr.kind);
        expr.id = self.next();
    }

    fn exprs<'a>(&mut self, exprs: impl IntoIterator<Item = &'a mut Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn children(&mut self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Literal(_) | ExprKind::Ident(_) => {}
            ExprKind::Select(select) => self.expr(&mut select.operand),
            ExprKind::Call(call) => {
                self.exprs(call.target.as_deref_mut());
                self.exprs(&mut call.args);
            }
            ExprKind::List(elements) => self.exprs(elements.iter_mut().map(|element| &mut element.value)),
            ExprKind::Map(entries) => {
                for entry in entries {
                    self.exprs([&mut entry.key, &mut entry.value]);
                    entry.id = self.next();
                }
            }
            ExprKind::Struct(message) => {
                for field in &mut message.fields {
                    self.expr(&mut field.value);
                    field.id = self.next();
                }
            }
            ExprKind::Comprehension(fold) => {
                self.exprs([&mut fold.iter_range, &mut fold.accu_init, &mut fold.loop_condition]);
                self.exprs([&mut fold.loop_step, &mut fold.result]);
            }
        }
    }
}
