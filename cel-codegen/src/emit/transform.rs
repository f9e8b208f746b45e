//! `transformMap` and `transformMapEntry`: loops that build a map.

use super::{Block, Emitter, Form, Operand, comprehension::Round};
use crate::ast::Comprehension;
use quote::{format_ident, quote};

impl Emitter<'_, '_> {
    /// `transformMap`, or `transformMapEntry` if `entries`: each round's map is merged in.
    pub(super) fn transform_map(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        entries: bool,
        block: &mut Block,
    ) -> Operand {
        let Some(transform) = round.transform else {
            return self.unsupported(&fold.iter_range, "this macro");
        };
        let (items, rest) = (self.temporary(), format_ident!("__cel_rest"));
        let (pattern, iterator, (mut body, predicate, key, hit, value)) =
            self.with_loop_variables(fold, range, |emitter| {
                let mut body = Block::new();
                let predicate = round.predicate.map(|predicate| emitter.emit(predicate, &mut body));
                let key = emitter.variables.iter().rev().find(|variable| variable.name == fold.iter_var);
                let key = key.map(|variable| variable.value.clone());
                let mut hit = Block::new();
                let value = emitter.emit(transform, &mut hit);
                let value = emitter.bind(value, &mut hit);
                (body, predicate, key, hit, value)
            });
        let form = match (&value.form, key) {
            (Form::Map { .. }, _) if entries => value.form.join(&Form::map(Form::Never, Form::Never)),
            (form, Some(Operand { form: key, .. })) if !entries => Some(Form::map(key, form.clone())),
            _ => None,
        };
        let Some(form @ Form::Map { .. }) = form else {
            return self.unsupported(transform, "an entry of unknown type");
        };
        let variable = format_ident!("__cel_{}", fold.iter_var);
        let key = match &range.form {
            Form::List { .. } => quote!(ops::size_of(#variable)),
            _ => quote!(#variable),
        };
        // The accumulator 1; the key 1 and the call 1 are only reached while it holds no error: the call with three
        // operands stops at the first that failed.
        let value_result = value.clone().into_result();
        let statements = hit.into_statements();
        let hit = if entries {
            quote! {
                cost.add(1);
                #statements
                cost.add(1);
                map::insert_all(cost.arena(), &mut #items, #value_result);
            }
        } else {
            quote! {
                cost.add(1);
                if #items.is_ok() {
                    cost.add(1);
                    #statements
                    cost.add(1);
                    map::insert(&mut #items, #key, #value_result);
                }
            }
        };
        let step = match predicate {
            None => hit,
            Some(predicate) if predicate.form != Form::Bool => {
                return self.unsupported(transform, "a predicate of unknown type");
            }
            Some(predicate) => {
                let predicate = predicate.into_result();
                quote! {
                    match #predicate {
                        Ok(true) => { #hit }
                        Ok(false) => {}
                        Err(error) => #items = Err(error),
                    }
                }
            }
        };
        body.flush();
        body.push(step);
        let statements = body.into_statements();
        block.push_settled(quote! {
            let mut #items: Outcome<'a, map::Builder<_, _>> = Ok(map::Builder::new());
            let mut #rest = #iterator;
            while let Some(#pattern) = #rest.next() {
                #statements
                cost.check()?;
            }
            let #items = #items.map(|items| items.finish(cost.arena()));
        });
        block.units(1);
        Operand { fallible: true, ..Operand::name(&items, form) }
    }
}
