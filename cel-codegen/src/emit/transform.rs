//! `transformMap` and `transformMapEntry`: loops that build a map.

use super::{
    Block, Emitter, Form, Operand,
    comprehension::{Round, guarded},
};
use crate::ast::Comprehension;
use quote::quote;

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
        let items = self.temporary();
        let (repeat, (mut body, predicate, key, hit, value)) = self.in_loop(fold, range, |emitter| {
            let mut body = Block::new();
            let predicate = round.predicate.map(|predicate| emitter.predicate(predicate, &mut body));
            let key = emitter.loop_variable(fold);
            let mut hit = Block::new();
            let value = emitter.emit(transform, &mut hit);
            let value = emitter.bind(value, &mut hit);
            (body, predicate, key, hit, value)
        });
        let form = match (&value.form, &key) {
            (Form::Map { .. }, _) if entries => value.form.join(&Form::map(Form::Never, Form::Never)),
            (_, _) if entries => None,
            (form, key) => Some(Form::map(key.form.clone(), form.clone())),
        };
        let Some(form @ Form::Map { .. }) = form else {
            return self.unsupported(transform, "an entry of unknown type");
        };
        let key = key.tokens;
        // The accumulator 1; the key 1 and the call 1 are only reached while it holds no error: the call with three
        // operands stops at the first that failed.
        let value_result = value.into_result();
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
        if predicate.as_ref().is_some_and(|predicate| predicate.form != Form::Bool) {
            return self.unsupported(transform, "a predicate of unknown type");
        }
        let step = guarded(predicate, &items, hit);
        body.flush();
        body.push(step);
        let statements = body.into_statements();
        let repeat = repeat.over_all(&quote!(#statements cost.check()?;));
        block.push_settled(quote! {
            let mut #items: Outcome<'a, map::Builder<_, _>> = Ok(map::Builder::new());
            #repeat
            let #items = #items.map(|items| items.finish(cost.arena()));
        });
        block.units(1);
        Operand { fallible: true, ..Operand::name(&items, form) }
    }
}
