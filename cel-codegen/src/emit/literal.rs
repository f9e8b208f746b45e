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
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts| {
            let Some((parts, form)) = emitter.joined(parts, &optional) else {
                return emitter.unsupported(expr, "a list of values of different types");
            };
            let of = if optional.contains(&true) { quote!(of_present) } else { quote!(of) };
            Operand::new(quote!(list::#of(cost.arena(), [#(#parts),*])), Form::list(form))
        });
        block.charge_known(LIST_COST);
        value
    }

    pub(super) fn map_literal(&mut self, expr: &Expr, entries: &[MapEntry], block: &mut Block) -> Operand {
        let parts: Vec<&Expr> = entries.iter().flat_map(|entry| [&entry.key, &entry.value]).collect();
        let optional: Vec<bool> = entries.iter().map(|entry| entry.optional).collect();
        let value = self.sequence(&parts, Vec::new(), block, &mut |emitter, parts| {
            let (keys, values): (Vec<_>, Vec<_>) =
                parts.into_iter().enumerate().partition(|(i, _)| i % 2 == 0);
            let unnumbered =
                |parts: Vec<(usize, Operand)>| parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>();
            let keys = emitter.joined(unnumbered(keys), &vec![false; optional.len()]);
            let values = emitter.joined(unnumbered(values), &optional);
            let (Some((keys, key)), Some((values, value))) = (keys, values) else {
                return emitter.unsupported(expr, "a map of values of different types");
            };
            if !key.is_key() {
                return emitter.unsupported(expr, "a map with keys of this type");
            }
            let of = if optional.contains(&true) { quote!(of_present) } else { quote!(of) };
            Operand::new(quote!(map::#of(cost.arena(), [#((#keys, #values)),*])), Form::map(key, value))
        });
        block.charge_known(MAP_COST);
        value
    }

    /// Parts in the form they can all be brought into: as `Option` if any of them is optional.
    fn joined(&mut self, parts: Vec<Operand>, optional: &[bool]) -> Option<(Vec<TokenStream>, Form)> {
        let any = optional.contains(&true);
        let wrapped = |form: &Form| Form::Optional(Rc::new(form.clone()));
        let nothing = wrapped(&Form::Never);
        let parts: Vec<Operand> = parts
            .into_iter()
            .zip(optional)
            .map(|(part, optional)| if *optional { self.coerce_never(part, &nothing) } else { part })
            .collect();
        let held = parts.iter().zip(optional).map(|(part, optional)| match &part.form {
            Form::Optional(held) if *optional => Some(&**held),
            form => (!*optional).then_some(form),
        });
        let held: Vec<&Form> = held.collect::<Option<_>>()?;
        let (first, rest) = held.split_first()?;
        let form = rest.iter().try_fold((*first).clone(), |joined, next| joined.join(next))?;
        let tokens = parts.into_iter().zip(optional).map(|(part, optional)| {
            let part = self.coerce(part, &if *optional { wrapped(&form) } else { form.clone() }).tokens;
            if any && !optional { quote!(Some(#part)) } else { part }
        });
        Some((tokens.collect(), form))
    }

    /// Evaluates parts in order up to the first error, then `finish` with their values.
    pub(super) fn sequence(
        &mut self,
        rest: &[&Expr],
        done: Vec<Operand>,
        block: &mut Block,
        finish: &mut dyn FnMut(&mut Self, Vec<Operand>) -> Operand,
    ) -> Operand {
        let Some((first, rest)) = rest.split_first() else {
            return finish(self, done);
        };
        let value = self.emit(first, block);
        self.then(value, block, |emitter, value, block| {
            let mut done = done;
            done.push(value);
            emitter.sequence(rest, done, block, finish)
        })
    }
}

const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;
