//! `transformMap` and `transformMapEntry`: loops that build a map.

use super::{Block, Emitter, Form, Operand, comprehension::guarded};
use crate::ast::{Comprehension, Round};
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
            (Form::Map { key, value, .. }, _) if entries => Form::map((**key).clone(), (**value).clone()),
            (_, _) if entries => Form::map(Form::Dynamic, Form::Dynamic),
            (form, key) => Form::map(key.form.clone(), form.clone()),
        };
        let is_map = matches!(value.form, Form::Map { .. });
        let value = if entries && !is_map { self.dynamic(value) } else { value };
        let insert_all = if is_map { quote!(map::insert_all) } else { quote!(dynamic::insert_all) };
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
                #insert_all(cost.arena(), &mut #items, #value_result);
            }
        } else {
            quote! {
                cost.add(1);
                if #items.is_ok() {
                    cost.add(1);
                    #statements
                    cost.add(1);
                    map::insert(cost.arena(), &mut #items, #key, #value_result);
                }
            }
        };
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
