//! `all`, `exists` and `exists_one`.

use super::{block::Block, comprehension::guarded, state::Lowering};
use crate::ast::{Comprehension, Round};
use crate::ir::{Builtin, Infix, Let, Operand, Pattern, Repr, Statement, Type, Value};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// `all`, or `exists` if `decisive`. It stops when decided, and charges the condition once more if an element remains.
    pub(super) fn quantifier(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        let Some(predicate) = round.predicate else {
            return self.no_code(&fold.iter_range);
        };
        let condition_cost: u64 = if decisive { 3 } else { 2 };
        let (frame, (mut body, value)) = self.in_loop(fold, range, |lowering| {
            let mut body = Block::new();
            body.units(condition_cost + 1);
            let value = lowering.predicate(predicate, &mut body);
            (body, value)
        });
        let result = self.fresh(if decisive { "exists" } else { "all" });
        let start = Value::Bool(!decisive);
        let name = || Value::from(&result);
        body.flush();
        let (ty, start, decides, decided) = if value.fallible {
            let step = if decisive { "ops::exists_step" } else { "ops::all_step" };
            let step = Value::call(step, [name().reference_mut(), value.value]);
            let verdict = Pattern::Path(if decisive { "true" } else { "false" }.into());
            let decided = Value::Matches(Rc::new(name()), vec![Pattern::of("Ok", verdict)]);
            (Some(Type::Outcome(Repr::Bool)), start.within("Ok"), step, decided)
        } else {
            body.push(Statement::Assign(result.clone(), value.value));
            let decided = if decisive { name() } else { name().not() };
            (None, start, decided.clone(), decided)
        };
        block.push_settled(Statement::Let(Let { ty, is_mutable: true, ..Let::new(&result, start) }));
        block.push(frame.until(decides, decided, condition_cost, body));
        block.units(1);
        Operand { fallible: value.fallible, ..Operand::name(&result, Repr::Bool) }
    }

    /// Counts the elements for which the predicate is true. An error of the predicate stays unless a later error replaces it.
    pub(super) fn exists_one(
        &mut self,
        fold: &Comprehension,
        round: &Round<'_>,
        range: &Operand,
        block: &mut Block,
    ) -> Operand {
        let Some(predicate) = round.predicate else {
            return self.no_code(&fold.iter_range);
        };
        let (frame, (mut body, value)) = self.in_loop(fold, range, |lowering| {
            let mut body = Block::new();
            let value = lowering.predicate(predicate, &mut body);
            (body, value)
        });
        let count = self.fresh("count");
        let fallible = value.fallible;
        let name = || Value::from(&count);
        let more = |count: Value| count.method_with("saturating_add", [Value::Number(1)]);
        let is_one = |count: Value| Value::infix(Infix::Equal, count, Value::Number(1));
        let lifted = |body: fn(Value) -> Value| {
            let counted = Value::closure(Pattern::Name("count".into()), body(Value::local("count")));
            name().method_with("map", [counted])
        };
        let (ty, start, next, result) = if fallible {
            let ty = Type::OutcomeOf(Builtin::Count);
            (Some(ty), Value::Number(0).within("Ok"), lifted(more), lifted(is_one))
        } else {
            (Some(Type::Of(Builtin::Count)), Value::Number(0), more(name()), is_one(name()))
        };
        let hit = vec![Statement::Add(2), Statement::Assign(count.clone(), next)];
        body.flush();
        guarded(Some(value), &count, hit).into_iter().for_each(|statement| body.push(statement));
        block.push_settled(Statement::Let(Let { ty, is_mutable: true, ..Let::new(&count, start) }));
        block.push(frame.over_all(body));
        block.units(2);
        Operand { fallible, ..Operand::new(result, Repr::Bool) }
    }
}
