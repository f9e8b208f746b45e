//! `map` and `filter`. A list is not built if only its size is asked.

use super::{
    Block, Emitter, Form, Operand,
    comprehension::{Loop, guarded},
    mentions,
};
use crate::ast::{Comprehension, Expr, Round};
use proc_macro2::TokenStream;
use quote::quote;

/// Elements that are kept.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Keep {
    List,
    Size,
}

impl Emitter<'_, '_> {
    pub(super) fn collect(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        keep: Keep,
        block: &mut Block,
    ) -> Operand {
        let items = self.temporary();
        let (repeat, (mut body, predicate, hit, value)) = self.in_loop(fold, range, |emitter| {
            let mut body = Block::new();
            let predicate = round.predicate.map(|predicate| emitter.predicate(predicate, &mut body));
            let mut hit = Block::new();
            let value = match round.transform {
                Some(transform) => emitter.transformed(transform, &mut hit),
                None => emitter.filtered(fold, &mut hit),
            };
            (body, predicate, hit, value)
        });
        if let (Keep::Size, None, Some(predicate), Some(units)) =
            (keep, round.transform, &predicate, body.only_units())
            && !predicate.fallible
            && !value.fallible
            && !mentions(&predicate.tokens, "cost")
        {
            return self.count_where(&repeat, predicate, units, block);
        }
        let element = value.form.clone();
        let fallible = value.fallible || predicate.as_ref().is_some_and(|predicate| predicate.fallible);
        let hit = body.append_unless(predicate.is_some(), hit);
        let push = match (keep, fallible) {
            (Keep::List, false) => {
                let value = value.tokens;
                quote!(#items.push(#value);)
            }
            (Keep::List, true) => {
                let value = value.into_result();
                quote!(list::push(&mut #items, #value);)
            }
            (Keep::Size, false) => quote!(#items = #items.saturating_add(1);),
            (Keep::Size, true) => {
                let value = value.into_result();
                quote!(list::count(&mut #items, #value);)
            }
        };
        body.flush();
        body.push(guarded(predicate, &items, quote!(#hit #push)));
        let (declare, result) = accumulator(&items, keep, fallible);
        let repeat = repeat.over_all(body);
        block.push_settled(quote!(#declare #repeat #result));
        block.units(1);
        match keep {
            Keep::List => Operand { fallible, ..Operand::name(&items, Form::list(element)) },
            Keep::Size if fallible => Operand::fallible(quote!(#items.map(ops::size_of)), Form::Int),
            Keep::Size => Operand::new(quote!(ops::size_of(#items)), Form::Int),
        }
    }

    /// `range.filter(x, p).size()` where each round costs the same, builds nothing and cannot fail: counted first, charged then.
    fn count_where(&mut self, repeat: &Loop, predicate: &Operand, units: u64, block: &mut Block) -> Operand {
        let hits = repeat.mapped(&predicate.tokens);
        let size = self.temporary();
        block.push_settled(quote!(let #size = cost.count_where(#hits, #units)?;));
        block.units(1);
        Operand::new(quote!(ops::size_of(#size)), Form::Int)
    }

    /// `@result + [value]`: the accumulator, the value, the list literal unless it is constant, the concatenation.
    fn transformed(&mut self, transform: &Expr, hit: &mut Block) -> Operand {
        hit.units(1);
        let value = self.emit(transform, hit);
        let value = self.bind(value, hit);
        if self.plan.constant(transform).is_none() {
            hit.charge_known(LIST_COST);
        }
        hit.units(1);
        value
    }

    /// `@result + [x]`
    fn filtered(&mut self, fold: &Comprehension, hit: &mut Block) -> Operand {
        hit.units(2);
        hit.charge_known(LIST_COST);
        hit.units(1);
        match self.variables.iter().rev().find(|variable| variable.name == fold.iter_var) {
            Some(variable) => self.wrapped_anew(variable.value.clone()),
            None => self.unsupported(&fold.iter_range, "this range"),
        }
    }
}

fn accumulator(items: &proc_macro2::Ident, keep: Keep, fallible: bool) -> (TokenStream, TokenStream) {
    match (keep, fallible) {
        (Keep::List, true) => (
            quote!(let mut #items: Outcome<'a, _> = Ok(list::Builder::new(cost.arena()));),
            quote!(let #items = #items.map(list::Builder::finish);),
        ),
        (Keep::List, false) => (
            quote!(let mut #items = list::Builder::new(cost.arena());),
            quote!(let #items = #items.finish();),
        ),
        (Keep::Size, true) => (quote!(let mut #items: Outcome<'a, usize> = Ok(0);), TokenStream::new()),
        (Keep::Size, false) => (quote!(let mut #items = 0_usize;), TokenStream::new()),
    }
}

const LIST_COST: u64 = 10;
