//! List and map literals that are not constant: a failed part ends the evaluation of the rest, the literal is charged anyway.

use super::{Block, Emitter, Form, Operand};
use crate::ast::{Expr, ListElement, MapEntry};
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_, '_> {
    pub(super) fn list_literal(
        &mut self,
        expr: &Expr,
        elements: &[ListElement],
        block: &mut Block,
    ) -> Operand {
        if elements.iter().any(|element| element.optional) {
            return self.unsupported(expr, "an optional element");
        }
        let parts: Vec<&Expr> = elements.iter().map(|element| &element.value).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts, _| {
            let form = common(&parts);
            let parts = parts.into_iter().map(|part| emitter.part(expr, part, &form));
            Operand::new(quote!(list::of(cost.arena(), [#(#parts),*])), Form::list(form))
        });
        block.charge_known(LIST_COST);
        value
    }

    pub(super) fn map_literal(&mut self, expr: &Expr, entries: &[MapEntry], block: &mut Block) -> Operand {
        if entries.iter().any(|entry| entry.optional) {
            return self.unsupported(expr, "an optional entry");
        }
        let parts: Vec<&Expr> = entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts, _| {
            let (keys, values): (Vec<_>, Vec<_>) =
                parts.into_iter().enumerate().partition(|(i, _)| i % 2 == 0);
            let unnumbered =
                |parts: Vec<(usize, Operand)>| parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>();
            let (keys, values) = (unnumbered(keys), unnumbered(values));
            let value = common(&values);
            let key = Some(common(&keys)).filter(Form::is_key).unwrap_or(Form::Dynamic);
            let entries: Vec<TokenStream> = keys
                .into_iter()
                .zip(values)
                .map(|(k, v)| {
                    let (k, v) = (emitter.part(expr, k, &key), emitter.part(expr, v, &value));
                    quote!((#k, #v))
                })
                .collect();
            Operand::new(quote!(map::of(cost.arena(), [#(#entries),*])), Form::map(key, value))
        });
        block.charge_known(MAP_COST);
        value
    }

    fn part(&mut self, expr: &Expr, part: Operand, form: &Form) -> TokenStream {
        let part = if *form == Form::Dynamic { self.dynamic(expr, part) } else { self.coerce(part, form) };
        part.tokens
    }

    /// Evaluates parts in order up to the first error, then `finish` with their values.
    pub(super) fn sequence(
        &mut self,
        rest: &[&Expr],
        done: Vec<Operand>,
        block: &mut Block,
        finish: &mut dyn FnMut(&mut Self, Vec<Operand>, &mut Block) -> Operand,
    ) -> Operand {
        let Some((first, rest)) = rest.split_first() else {
            return finish(self, done, block);
        };
        let value = self.emit(first, block);
        self.then(value, block, |emitter, value, block| {
            let mut done = done;
            done.push(value);
            emitter.sequence(rest, done, block, finish)
        })
    }
}

/// The form all parts can be brought into.
fn common(parts: &[Operand]) -> Form {
    let joined =
        parts.iter().map(|part| part.form.clone()).reduce(|joined, next| joined.join_or_dynamic(&next));
    joined.unwrap_or(Form::Never)
}

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
