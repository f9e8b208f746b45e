//! `&&` and `||`. The right operand is evaluated unless the left one decides. An error counts only if the other operand does not decide.

use super::{
    block::Block,
    presence::{Witness, choice},
    state::Lowering,
};
use crate::ast::Call;
use crate::ir::{Infix, Let, Operand, Pattern, Repr, Statement, Type, Value};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// `left && right`, or `left || right` if `decisive`.
    pub(super) fn logic(&mut self, call: &Call, decisive: bool, block: &mut Block) -> Operand {
        let [left, right] = call.args.as_slice() else {
            return self.no_code(&call.args[0]);
        };
        let left_value = self.lower(left, block);
        let mut inner = Block::new();
        // An error on the left does not decide.
        let facts = if left_value.fallible { Vec::new() } else { left_value.facts.with(!decisive).to_vec() };
        let (witnesses, right_value) = self.after(block, |lowering| {
            lowering.where_it_is(&facts, |lowering| lowering.lower(right, &mut inner))
        });
        let left_value = self.condition(left_value);
        let right_value = self.condition(right_value);
        let facts = self.facts_of_both(&left_value, &right_value, decisive);
        let both = [left_value, right_value];
        Operand { facts, ..self.both(both, &witnesses, inner, decisive, block) }
    }

    /// The value of both operands. `inner` leads to the right one.
    fn both(
        &mut self,
        [left_value, right_value]: [Operand; 2],
        witnesses: &[Witness],
        inner: Block,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        if !witnesses.is_empty() || right_value.fallible && !left_value.fallible {
            return self.deciding(left_value, witnesses, right_value, inner, decisive, block);
        }
        if left_value.fallible {
            return self.absorbing(left_value, right_value, inner, decisive, block);
        }
        let settle = inner.charges();
        let has_effects = inner.only_units() != Some(0);
        let operator = if decisive { Infix::Or } else { Infix::And };
        let right = inner.into_body(right_value.value).into_value();
        let value = Value::infix(operator, left_value.value, right);
        if has_effects {
            self.named(value, Repr::Bool, false, settle, block)
        } else {
            Operand::new(value, Repr::Bool)
        }
    }

    /// A left operand that cannot fail. Either it decides, or the right operand is the result.
    fn deciding(
        &mut self,
        left: Operand,
        witnesses: &[Witness],
        right: Operand,
        inner: Block,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        let (settle, fallible) = (inner.charges(), right.fallible);
        let decided = Value::Bool(decisive);
        let decided = if fallible { decided.within("Ok") } else { decided };
        let right = inner.into_body(right.value);
        let bodies = if decisive { [decided.into(), right] } else { [right, decided.into()] };
        let value = choice(left, witnesses, !decisive, bodies);
        self.named(value, Repr::Bool, fallible, settle, block)
    }

    fn absorbing(
        &mut self,
        left: Operand,
        right: Operand,
        inner: Block,
        decisive: bool,
        block: &mut Block,
    ) -> Operand {
        let name = self.fresh("holds");
        let settle = inner.charges();
        let combine = if decisive { "ops::or" } else { "ops::and" };
        let decided = Pattern::of("Ok", Pattern::Path(if decisive { "true" } else { "false" }.into()));
        let both = Value::call(combine, [(&name).into(), right.into_result()]);
        let mut undecided = inner.into_statements();
        undecided.push(Statement::Assign(name.clone(), both));
        let (ty, is_mutable) = (Some(Type::Outcome(Repr::Bool)), true);
        block.push_if(settle, Statement::Let(Let { ty, is_mutable, ..Let::new(&name, left.into_result()) }));
        let is_decided = Value::Matches(Rc::new((&name).into()), vec![decided]);
        block.push(Statement::If(is_decided.not(), Rc::new(undecided)));
        Operand { fallible: true, ..Operand::name(&name, Repr::Bool) }
    }
}
