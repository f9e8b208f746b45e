//! `transformMap` and `transformMapEntry`: loops that build a map.

use super::{Block, Emitter, Form, Operand, comprehension::guarded};
use crate::ast::{Comprehension, Expr, Round};
use proc_macro2::Ident;
use quote::quote;

impl Emitter<'_, '_> {
    pub(super) fn transform_map(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        block: &mut Block,
    ) -> Operand {
        let Some(transform) = round.transform else {
            return self.unsupported(&fold.iter_range, "this macro");
        };
        let items = self.temporary();
        let (repeat, (mut body, predicate, hit, form)) = self.in_loop(fold, range, |emitter| {
            let mut body = Block::new();
            let predicate = round.predicate.map(|predicate| emitter.predicate(predicate, &mut body));
            let mut hit = Block::new();
            let form = match round.key {
                Some(key) => emitter.inserted(&items, key, transform, &mut hit),
                None => emitter.merged(&items, transform, &mut hit),
            };
            (body, predicate, hit, form)
        });
        let hit = body.append_unless(predicate.is_some(), hit);
        body.flush();
        body.push(guarded(predicate, &items, hit));
        let repeat = repeat.over_all(body);
        block.push_settled(quote! {
            let mut #items: Outcome<'a, map::Builder<_, _>> = Ok(map::Builder::new());
            #repeat
            let #items = #items.map(|items| items.finish(cost.arena()));
        });
        block.units(1);
        Operand { fallible: true, ..Operand::name(&items, form) }
    }

    /// `cel.@mapInsert(@result, key, value)`: a call with three operands stops at the first that failed, so key and value are only
    /// reached while the accumulator holds no error.
    fn inserted(&mut self, items: &Ident, key: &Expr, value: &Expr, hit: &mut Block) -> Form {
        hit.units(1);
        hit.flush();
        let mut reached = Block::new();
        let key = self.emit(key, &mut reached);
        let key = if key.form.is_key() { key } else { self.dynamic(key) };
        let form = if key.fallible {
            let (name, tokens) = (self.temporary(), key.tokens);
            let mut inner = Block::new();
            let form = self.insert(items, Operand::name(&name, key.form), value, &mut inner);
            let inner = inner.into_statements();
            let known = quote!(match #tokens { Ok(#name) => { #inner } Err(error) => #items = Err(error), });
            reached.push_settled(known);
            form
        } else {
            self.insert(items, key, value, &mut reached)
        };
        let reached = reached.into_statements();
        hit.push(quote!(if #items.is_ok() { #reached }));
        form
    }

    fn insert(&mut self, items: &Ident, key: Operand, value: &Expr, block: &mut Block) -> Form {
        let value = self.emit(value, block);
        let value = self.bind(value, block);
        let form = Form::map(key.form.clone(), value.form.clone());
        let (key_tokens, value) = (key.tokens, value.into_result());
        block.push_settled(match key.form {
            Form::Dynamic => quote!(dynamic::insert(cost, &mut #items, #key_tokens, #value)?;),
            _ => quote!(map::insert(cost.arena(), &mut #items, #key_tokens, #value);),
        });
        block.units(1);
        form
    }

    /// `cel.@mapInsert(@result, entries)`
    fn merged(&mut self, items: &Ident, entries: &Expr, hit: &mut Block) -> Form {
        hit.units(1);
        let entries = self.emit(entries, hit);
        let entries = self.bind(entries, hit);
        hit.units(1);
        hit.flush();
        let (insert_all, entries, form) = match &entries.form {
            // The server looks each key up, which for NaN gives an error as its value.
            Form::Map { key, value, .. } if !matches!(**key, Form::Double | Form::Dynamic) => {
                let form = Form::map((**key).clone(), (**value).clone());
                (quote!(map::insert_all), entries, form)
            }
            _ => {
                let form = Form::map(Form::Dynamic, Form::Dynamic);
                (quote!(dynamic::insert_all), self.dynamic(entries), form)
            }
        };
        let entries = entries.into_result();
        hit.push(quote!(#insert_all(cost.arena(), &mut #items, #entries);));
        form
    }
}
