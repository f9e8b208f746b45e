//! The stack of the server's tracker of costs, where a call may find operands of an earlier round ([`crate::tracked`]).

use super::{Block, Emitter, Form, Operand, Optionals, chain::Qualifier, mentions};
use crate::{
    ast::{Call, Expr, ExprId, ExprKind},
    charge::{Basis, basis},
    tracked::{is_attribute, ternary},
    visit::children,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_, '_> {
    /// Puts the value of a node on the stack, in place of its parts.
    pub(super) fn put(&mut self, expr: &Expr, value: Operand, block: &mut Block) -> Operand {
        if !self.tracked.sees(expr) {
            return value;
        }
        let value = self.bind(value, block);
        if self.tracked.follows(expr) {
            block.push(self.without_parts(expr));
        }
        let (id, seen) = (expr.id.0, self.dynamic(value.clone()).into_result());
        block.push(quote!(stack.push(#id, #seen);));
        value
    }

    /// Entries that a node takes from the stack; calls do so as they are charged.
    fn without_parts(&self, expr: &Expr) -> TokenStream {
        let drop = |ids: &[u32]| quote!(stack.drop(&[#(#ids),*]););
        match &expr.kind {
            ExprKind::Ident(_) | ExprKind::Select(_) => drop(&self.ids_of_chain(expr)),
            ExprKind::Call(call) => match (&*call.function, ternary(expr)) {
                ("_&&_" | "_||_", _) => drop(&ids(&call.args)),
                ("_[_]" | "_?._" | "_[?_]", _) => drop(&self.ids_of_chain(expr)),
                (_, Some([condition, ..])) => drop(&[condition.id.0]),
                _ => TokenStream::new(),
            },
            ExprKind::Comprehension(fold) => drop(&[fold.iter_range.id.0]),
            ExprKind::Literal(_) => TokenStream::new(),
            ExprKind::List(_) | ExprKind::Map(_) | ExprKind::Struct(_) => {
                let ids = ids(children(expr));
                quote!(let _ = stack.take([#(#ids),*]);)
            }
        }
    }

    /// The last step of a chain; each branch of a ternary has it.
    fn ids_of_chain(&self, expr: &Expr) -> Vec<u32> {
        let operand = match &expr.kind {
            ExprKind::Select(select) if select.test_only => &select.operand,
            _ => expr,
        };
        match ternary(self.chain(operand).0) {
            Some([condition, ..]) => vec![expr.id.0, expr.id.0, condition.id.0],
            None => vec![expr.id.0],
        }
    }

    /// Puts a step of a chain on the stack, behind an optional only if it found something.
    pub(super) fn put_step(
        &mut self,
        qualifier: &Qualifier<'_>,
        from: &Operand,
        found: Operand,
        block: &mut Block,
    ) -> Operand {
        let (Qualifier::Field { expr, .. }
        | Qualifier::Index { expr, .. }
        | Qualifier::Optional { expr, .. }) = qualifier;
        if !self.tracked.follows(expr) {
            return found;
        }
        let found = self.bind(found, block);
        let id = expr.id.0;
        let put = match qualifier {
            Qualifier::Index { index, .. } | Qualifier::Optional { index, .. }
                if self.plan.constant(index).is_none() && !is_attribute(index) =>
            {
                quote!(stack.drop(&[#id]); stack.push(#id, Ok(Value::Null));)
            }
            _ => quote!(stack.push(#id, Ok(Value::Null));),
        };
        let may_be_missing = matches!(qualifier, Qualifier::Optional { .. });
        block.push(if_found(may_be_missing, from, &found, put));
        found
    }

    /// The same for the field that `has()` asks for.
    pub(super) fn put_tested(
        &mut self,
        expr: &Expr,
        from: &Operand,
        found: Operand,
        block: &mut Block,
    ) -> Operand {
        if !self.tracked.follows(expr) {
            return found;
        }
        let found = self.bind(found, block);
        let id = expr.id.0;
        block.push(if_found(false, from, &found, quote!(stack.push(#id, Ok(Value::Null));)));
        found
    }

    /// An element that is not what its schema says: that comes out in the next step, which is taken.
    pub(super) fn put_failed_step(&self, next: &Expr, element: &TokenStream, block: &mut Block) {
        block.push(quote!(cost.add_if(#element.is_err());));
        if self.tracked.follows(next) {
            let id = next.id.0;
            block.push(quote!(if #element.is_err() { stack.push(#id, Ok(Value::Null)); }));
        }
    }

    /// Entries that a loop leaves on the stack are gone when it ends; `inside` emits it.
    pub(super) fn put_loop(
        &mut self,
        expr: &Expr,
        range: &Expr,
        block: &mut Block,
        inside: impl FnOnce(&mut Self, &mut Block) -> Operand,
    ) -> Operand {
        let id = range.id.0;
        let is_own = self.tracked.leaves(expr) && !self.tracked.sees(range);
        if is_own {
            block.push(quote!(stack.push(#id, Ok(Value::Null));));
        }
        let value = inside(self, block);
        if !is_own {
            return value;
        }
        let value = self.bind(value, block);
        block.push(quote!(stack.drop(&[#id]);));
        value
    }

    /// Takes the condition of a round's step from the stack.
    pub(super) fn without_condition(&self, predicate: &Expr, block: &mut Block) {
        if self.tracked.follows(predicate) {
            let id = predicate.id.0;
            block.push(quote!(stack.drop(&[#id]);));
        }
    }

    /// Charges a call for its operands as the stack has them, if it has them all.
    pub(super) fn charge_tracked(
        &mut self,
        expr: &Expr,
        call: &Call,
        operands: &[Operand],
        block: &mut Block,
    ) {
        let ids = ids(self.checked.callee(expr.id, call).1);
        let names: Vec<Ident> = operands.iter().map(|_| self.temporary()).collect();
        let mut inner = Block::new();
        let seen = operands.iter().zip(&names).enumerate().map(|(i, (operand, name))| {
            // The last operand was put there just now.
            let is_own = i + 1 == operands.len() || operand.constant.is_some();
            if is_own {
                operand.clone()
            } else {
                Operand { fallible: true, ..Operand::name(name, Form::Dynamic) }
            }
        });
        let seen = seen.collect();
        self.charge_operands(expr, call, seen, &mut inner);
        let charge = inner.into_statements();
        let taken = taken(expr.id);
        let reads: Vec<bool> = names.iter().map(|name| mentions(&charge, &name.to_string())).collect();
        let names =
            names.iter().zip(&reads).map(|(name, reads)| if *reads { quote!(#name) } else { quote!(_) });
        let has_all = match reads.contains(&true) {
            true => quote!(let Some([#(#names),*]) = #taken),
            false => quote!(#taken.is_some()),
        };
        block.push_settled(quote!(let #taken = stack.take([#(#ids),*]);));
        if !charge.is_empty() {
            block.push_settled(quote!(if #has_all { #charge }));
        }
    }

    /// Charges a call for its result, if it was found on the stack.
    pub(super) fn charge_tracked_result(
        &mut self,
        expr: &Expr,
        call: &Call,
        result: Operand,
        block: &mut Block,
    ) -> Operand {
        if !matches!(basis(&call.function, self.overload(expr)), Basis::Join | Basis::Building) {
            return result;
        }
        let result = self.bind(result, block);
        let mut inner = Block::new();
        self.charge_result(expr, &call.function, result.clone(), &mut inner);
        let (taken, charge) = (taken(expr.id), inner.into_statements());
        block.push_settled(quote!(if #taken.is_some() { #charge }));
        result
    }
}

/// The operands that the stack had of a call.
fn taken(id: ExprId) -> Ident {
    format_ident!("__cel_taken_{}", id.0)
}

fn ids<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<u32> {
    exprs.into_iter().map(|expr| expr.id.0).collect()
}

/// A statement for a step that was taken: one from an optional is not if it found nothing.
fn if_found(may_be_missing: bool, from: &Operand, found: &Operand, then: TokenStream) -> TokenStream {
    let (value, from_value) = (&found.tokens, &from.tokens);
    let is_something = match (&found.form, found.fallible) {
        (Form::Optional(_), false) => quote!(#value.is_some()),
        (Form::Optional(_), true) => quote!(::core::matches!(#value, Ok(Some(_)))),
        (Form::Bool, false) => quote!(#value),
        (Form::Bool, true) => quote!(::core::matches!(#value, Ok(true))),
        (_, false) => quote!(::core::matches!(#value, Value::Optional(Some(_)))),
        (_, true) => quote!(::core::matches!(#value, Ok(Value::Optional(Some(_))))),
    };
    match (&from.form, &from.optionals) {
        _ if may_be_missing => quote!(if #is_something { #then }),
        (Form::Optional(_), Optionals::Found) => then,
        (Form::Optional(_), _) => quote!(if #is_something { #then }),
        (Form::Dynamic, _) => {
            quote!(if !::core::matches!(#from_value, Value::Optional(_)) || #is_something { #then })
        }
        _ => then,
    }
}
