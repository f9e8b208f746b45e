//! `map` and `filter`. If the rule needs only the size of a list, the list is not built.

use super::{
    block::{Block, LIST_COST},
    comprehension::{Frame, Keep, guarded},
    state::Lowering,
};
use crate::ast::{Comprehension, Expr, Round};
use crate::ir::{Builtin, Let, Local, Operand, Repr, Statement, Type, Value};
use std::rc::Rc;

impl Lowering<'_, '_> {
    pub(super) fn collect(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        keep: Keep,
        block: &mut Block,
    ) -> Operand {
        let (frame, (body, predicate, hit, value)) = self.in_loop(fold, range, |lowering| {
            let mut body = Block::new();
            let predicate = round.predicate.map(|predicate| lowering.predicate(predicate, &mut body));
            let mut hit = Block::new();
            let value = match round.transform {
                Some(transform) => lowering.transformed(transform, &mut hit),
                None => lowering.filtered(fold, &mut hit),
            };
            (body, predicate, hit, value)
        });
        if let (Keep::Size, None, Some(predicate), Some(units)) =
            (keep, round.transform, &predicate, body.only_units())
            && is_free(predicate)
            && !value.fallible
        {
            return self.count_where(frame, predicate, units, block);
        }
        let units = match (&predicate, round.transform) {
            (None, Some(_)) => hit.only_appends(),
            (Some(predicate), None) if is_free(predicate) => body.only_units(),
            _ => None,
        };
        if let Some(units) = units
            && keep == Keep::List
            && is_free(&value)
            && frame.is_plain()
            && !self.env.holds_json()
        {
            return self.collect_first(frame, predicate, value, units, block);
        }
        self.collect_in_rounds(frame, Collected { body, predicate, hit, value }, keep, block)
    }

    /// The loop in any other case: each round is charged before the next one.
    fn collect_in_rounds(
        &mut self,
        frame: Frame,
        round: Collected,
        keep: Keep,
        block: &mut Block,
    ) -> Operand {
        let Collected { mut body, predicate, hit, value } = round;
        let items = self.fresh(if keep == Keep::List { "list" } else { "count" });
        let element = value.repr.clone();
        let fallible = value.fallible || predicate.as_ref().is_some_and(|predicate| predicate.fallible);
        let mut hit = body.append_unless(predicate.is_some(), hit);
        hit.push(match (keep, fallible) {
            (Keep::List, false) => Statement::Run(Value::from(&items).method_with("push", [value.value])),
            (Keep::Size, false) => {
                let next = Value::from(&items).method_with("saturating_add", [Value::Number(1)]);
                Statement::Assign(items.clone(), next)
            }
            (_, true) => {
                let step = if keep == Keep::List { "list::push" } else { "list::count" };
                Statement::Run(Value::call(step, [Value::from(&items).reference_mut(), value.into_result()]))
            }
        });
        body.flush();
        guarded(predicate, &items, hit).into_iter().for_each(|statement| body.push(statement));
        block.push_settled(accumulator(&items, keep, fallible));
        block.push(frame.over_all(body));
        if keep == Keep::List {
            block.push(Let::statement(&items, finished(&items, fallible)));
        }
        block.units(1);
        let items_value = Value::from(&items);
        match keep {
            Keep::List => Operand { fallible, ..Operand::name(&items, Repr::list(element)) },
            Keep::Size if fallible => {
                let size = items_value.method_with("map", [Value::Path("ops::size_of".into())]);
                Operand::fallible(size, Repr::Int)
            }
            Keep::Size => Operand::new(Value::call("ops::size_of", [items_value]), Repr::Int),
        }
    }

    /// `range.filter(x, p).size()`, if each round costs the same, builds nothing and cannot fail. It counts first and charges then.
    fn count_where(&mut self, frame: Frame, predicate: &Operand, units: u64, block: &mut Block) -> Operand {
        let hits = frame.mapped(predicate.value.clone());
        let size = self.fresh("count");
        let counted = Value::Counter.method_with("count_where", [hits, Value::Number(units)]);
        block.push_settled(Let::statement(&size, Value::Try(Rc::new(counted))));
        block.units(1);
        Operand::new(Value::call("ops::size_of", [Value::Local(size)]), Repr::Int)
    }

    /// `map` without a condition, or `filter`, if each round costs the same, builds nothing but the list and cannot fail. The list is built
    /// first, and charged then.
    fn collect_first(
        &mut self,
        frame: Frame,
        predicate: Option<Operand>,
        value: Operand,
        units: u64,
        block: &mut Block,
    ) -> Operand {
        let (function, result) = match predicate {
            None => ("list::collect", value.value),
            Some(predicate) => {
                ("list::collect_where", predicate.value.method_with("then_some", [value.value]))
            }
        };
        let collected = Value::call(function, [Value::Counter, frame.mapped(result), Value::Number(units)]);
        let items = self.fresh("list");
        block.push_settled(Let::statement(&items, Value::Try(Rc::new(collected))));
        block.units(1);
        Operand::name(&items, Repr::list(value.repr))
    }

    /// `@result + [value]`: the accumulator, the value, the list literal unless it is constant, the concatenation.
    fn transformed(&mut self, transform: &Expr, hit: &mut Block) -> Operand {
        hit.units(1);
        let value = self.lower(transform, hit);
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
            Some(variable) => variable.value.clone(),
            None => self.no_code(&fold.iter_range),
        }
    }
}

/// A round of `map` or `filter`.
struct Collected {
    /// What happens in each round.
    body: Block,
    predicate: Option<Operand>,
    /// What happens if the predicate holds.
    hit: Block,
    /// The element of the new list.
    value: Operand,
}

/// True if it cannot fail and does nothing with the counter or its arena.
fn is_free(operand: &Operand) -> bool {
    !operand.fallible && !operand.value.counts()
}

fn accumulator(items: &Local, keep: Keep, fallible: bool) -> Statement {
    let (start, ty) = match keep {
        Keep::List => {
            (Value::build("list::Builder::new", []), fallible.then_some(Type::OutcomeOf(Builtin::List)))
        }
        Keep::Size if fallible => (Value::Number(0), Some(Type::OutcomeOf(Builtin::Count))),
        Keep::Size => (Value::Number(0), Some(Type::Of(Builtin::Count))),
    };
    let start = if fallible { start.within("Ok") } else { start };
    Statement::Let(Let { ty, is_mutable: true, ..Let::new(items, start) })
}

/// The list that has been built.
fn finished(items: &Local, fallible: bool) -> Value {
    match fallible {
        true => Value::from(items).method_with("map", [Value::Path("list::Builder::finish".into())]),
        false => Value::from(items).method("finish"),
    }
}
