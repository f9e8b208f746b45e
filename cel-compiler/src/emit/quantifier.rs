//! `all`, `exists` and `exists_one`.

use super::{Block, Emitter, Form, Level, Operand, comprehension::guarded};
use crate::ast::{Comprehension, Round};
use quote::quote;

impl Emitter<'_, '_> {
    /// `all`, or `exists` if `decisive`: stops when decided, and pays for the condition once more if an element remains.
    pub(super) fn quantifier(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        let Some(predicate) = round.predicate else {
            return self.unsupported(&fold.iter_range, "this macro");
        };
        let condition_cost: u64 = if decisive { 3 } else { 2 };
        let (repeat, (mut body, value)) = self.in_loop(fold, range, |emitter| {
            let mut body = Block::new();
            body.units(condition_cost + 1);
            let value = emitter.predicate(predicate, &mut body);
            (body, value)
        });
        let result = self.temporary();
        let start = !decisive;
        let (declare, step, decided) = if value.fallible {
            let step = if decisive { quote!(ops::exists_step) } else { quote!(ops::all_step) };
            let value = value.tokens;
            (
                quote!(let mut #result: Verdict<'a> = Ok(#start);),
                quote!(#step(&mut #result, #value);),
                quote!(::core::matches!(#result, Ok(#decisive))),
            )
        } else {
            let value = value.tokens;
            let decided = if decisive { quote!(#result) } else { quote!(!#result) };
            (quote!(let mut #result = #start;), quote!(#result = #value;), decided)
        };
        body.flush();
        body.push(step);
        let repeat = repeat.until(&decided, condition_cost, body);
        block.push_settled(quote!(#declare #repeat));
        block.units(1);
        Operand { fallible: value.fallible, ..Operand::name(&result, Form::Bool) }
    }

    /// Counts the elements for which the predicate is true; an error of the predicate stays unless a later one replaces it.
    pub(super) fn exists_one(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        block: &mut Block,
    ) -> Operand {
        let Some(predicate) = round.predicate else {
            return self.unsupported(&fold.iter_range, "this macro");
        };
        let (repeat, (mut body, value)) = self.in_loop(fold, range, |emitter| {
            let mut body = Block::new();
            let value = emitter.predicate(predicate, &mut body);
            (body, value)
        });
        let count = self.temporary();
        let fallible = value.fallible;
        let (declare, hit, result) = if fallible {
            (
                quote!(let mut #count: Outcome<'a, usize> = Ok(0);),
                quote!(cost.add(2); #count = #count.map(|count| count.saturating_add(1));),
                quote!(#count.map(|count| count == 1)),
            )
        } else {
            (
                quote!(let mut #count = 0_usize;),
                quote!(cost.add(2); #count = #count.saturating_add(1);),
                quote!(#count == 1),
            )
        };
        body.flush();
        body.push(guarded(Some(value), &count, hit));
        let repeat = repeat.over_all(body);
        block.push_settled(quote!(#declare #repeat));
        block.units(2);
        Operand { fallible, level: Level::Comparison, ..Operand::new(result, Form::Bool) }
    }
}
