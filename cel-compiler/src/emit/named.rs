//! Names of `optMap` and its kin: the server takes an empty list or map for one that a macro collects into, and puts a new one in its
//! place, to which rules add (`dynamic::named` in the runtime).

use super::{Block, Emitter, Form, Operand, Operation};
use crate::{
    ast::{Expr, ExprKind, Macro},
    checker::CheckedExpr,
    plan::Plan,
    types::Type,
    visit::{any, children},
};
use proc_macro2::Ident;
use quote::quote;

/// How an expression uses the lists and maps that it names.
#[derive(Clone, Copy, Default)]
pub(super) struct Naming {
    /// It may tell the new ones from those that they stand for.
    is_seen: bool,
    /// It may add to them, so what is read is read at once.
    pub(super) adds: bool,
}

impl Naming {
    pub(super) fn of(checked: &CheckedExpr, plan: &Plan) -> Self {
        let root = checked.expr();
        if !any(root, &mut |expr| names_collection(expr, checked)) {
            return Naming::default();
        }
        let adds = adds_lists(root, checked);
        let asks = |expr: &Expr| match &expr.kind {
            ExprKind::Call(call) => {
                matches!(checked.callee(expr.id, call).0, "dyn" | "optional.ofNonZeroValue")
            }
            _ => false,
        };
        Naming { is_seen: adds || plan.has_identities() || any(root, &mut |expr| asks(expr)), adds }
    }
}

/// Whether a node gives a name to what may be a list or a map.
fn names_collection(expr: &Expr, checked: &CheckedExpr) -> bool {
    let ExprKind::Comprehension(fold) = &expr.kind else { return false };
    let may_be_collection = matches!(
        checked.type_of(fold.accu_init.id),
        Type::List(_) | Type::Map(_) | Type::Object(_) | Type::Dyn | Type::Any | Type::Param(_)
    );
    fold.from == Macro::Bind && !fold.accu_var.starts_with('@') && may_be_collection
}

/// Whether there is an addition of lists in an expression, beside those that macros expand to.
pub(super) fn adds_lists(expr: &Expr, checked: &CheckedExpr) -> bool {
    any(expr, &mut |expr| {
        let is_addition = checked.overloads(expr.id).iter().any(|overload| overload.id == "add_list");
        is_addition && !children(expr).first().is_some_and(|left| is_accumulator(left))
    })
}

fn is_accumulator(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Ident(name) if name.starts_with('@'))
}

impl Emitter<'_, '_> {
    /// Whether a name may stand for another value than the one that it is given.
    pub(super) fn may_be_new(&self, value: &Operand) -> bool {
        let may_be_empty = matches!(
            value.form,
            Form::List { .. }
                | Form::Map { .. }
                | Form::Object(_)
                | Form::Nullable(_)
                | Form::Held(_)
                | Form::Dynamic
        );
        self.naming.is_seen && may_be_empty
    }

    /// The value that a name stands for then; the cell `is_new` says whether it is another one.
    pub(super) fn named_value(&mut self, value: Operand, is_new: &Ident) -> Operand {
        let value = self.dynamic(value);
        let is_new = is_new.clone();
        let named = Operation::new(Form::Dynamic, move |o| {
            let value = &o[0];
            quote!(dynamic::named(cost.arena(), #value, &#is_new))
        });
        self.lift(vec![value], named.delimited())
    }

    /// The result of an expression with such a name.
    pub(super) fn settled(&mut self, result: Operand, is_new: &Ident, block: &mut Block) -> Operand {
        if result.form != Form::Dynamic {
            return result;
        }
        let value = result.into_result();
        self.run(quote!(dynamic::settled(cost.arena(), #is_new.get(), #value)), Form::Dynamic, block)
    }
}
