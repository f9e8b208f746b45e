//! List and map literals that are not constant: a failed part ends the evaluation of the rest, the literal is charged anyway.

use super::{Block, Emitter, Form, Operand};
use crate::ast::{Expr, ListElement, MapEntry};
use proc_macro2::TokenStream;
use quote::quote;
use std::rc::Rc;

impl Emitter<'_, '_> {
    pub(super) fn list_literal(
        &mut self,
        expr: &Expr,
        elements: &[ListElement],
        block: &mut Block,
    ) -> Operand {
        let parts: Vec<&Expr> = elements.iter().map(|element| &element.value).collect();
        let optional: Vec<bool> = elements.iter().map(|element| element.optional).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts, _| {
            let (parts, form) = emitter.joined(expr, parts, &optional);
            let of = if optional.contains(&true) { quote!(of_present) } else { quote!(of) };
            Operand::new(quote!(list::#of(cost.arena(), [#(#parts),*])), Form::list(form))
        });
        block.charge_known(LIST_COST);
        value
    }

    pub(super) fn map_literal(&mut self, expr: &Expr, entries: &[MapEntry], block: &mut Block) -> Operand {
        let parts: Vec<&Expr> = entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect();
        let optional: Vec<bool> = entries.iter().map(|entry| entry.optional).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts, _| {
            let (keys, values): (Vec<_>, Vec<_>) =
                parts.into_iter().enumerate().partition(|(i, _)| i % 2 == 0);
            let unnumbered =
                |parts: Vec<(usize, Operand)>| parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>();
            let keys = unnumbered(keys);
            let key = Some(common(keys.iter().map(|key| &key.form))).filter(Form::is_key);
            let key = key.unwrap_or(Form::Dynamic);
            let keys: Vec<TokenStream> =
                keys.into_iter().map(|part| emitter.part(expr, part, &key)).collect();
            let (values, value) = emitter.joined(expr, unnumbered(values), &optional);
            let of = if optional.contains(&true) { quote!(of_present) } else { quote!(of) };
            Operand::new(quote!(map::#of(cost.arena(), [#((#keys, #values)),*])), Form::map(key, value))
        });
        block.charge_known(MAP_COST);
        value
    }

    /// Parts in the form they can all be brought into: all as `Option` if any of them is optional.
    fn joined(&mut self, expr: &Expr, parts: Vec<Operand>, optional: &[bool]) -> (Vec<TokenStream>, Form) {
        let any = optional.contains(&true);
        let parts = parts.into_iter().zip(optional.iter().copied());
        let parts: Vec<(Operand, Option<Form>)> = parts
            .map(|(part, optional)| if optional { self.optional_part(expr, part) } else { (part, None) })
            .collect();
        let form = common(parts.iter().map(|(part, held)| held.as_ref().unwrap_or(&part.form)));
        let tokens = parts.into_iter().map(|(part, held)| match held {
            Some(held) if form == Form::Dynamic && held.holds_object() => self.dynamic(expr, part).tokens,
            Some(_) => self.coerce(part, &Form::Optional(Rc::new(form.clone()))).tokens,
            None => {
                let part = self.part(expr, part, &form);
                if any { quote!(Some(#part)) } else { part }
            }
        });
        (tokens.collect(), form)
    }

    /// An optional part and the form of what it holds.
    fn optional_part(&mut self, expr: &Expr, part: Operand) -> (Operand, Option<Form>) {
        let part = self.coerce_never(part, &Form::Optional(Rc::new(Form::Never)));
        match &part.form {
            Form::Optional(held) => {
                let held = (**held).clone();
                (part, Some(held))
            }
            _ => (self.unsupported(expr, "an optional part of unknown type"), None),
        }
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
fn common<'f>(forms: impl Iterator<Item = &'f Form>) -> Form {
    let joined = forms.cloned().reduce(|joined, next| joined.join_or_dynamic(&next));
    joined.unwrap_or(Form::Never)
}

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
