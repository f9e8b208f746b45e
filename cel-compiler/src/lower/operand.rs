//! Operands under names, operations over their values, and their conversion to other representations.

use super::{block::Block, convert::converted, state::Lowering};
use crate::ir::{Body, Let, Lift, Local, Operand, Operation, Pattern, Repr, Statement, Type, Value};
use std::rc::Rc;

impl Lowering<'_, '_> {
    /// Gives the operand a name, so it can be used more than once.
    pub(super) fn bind(&mut self, operand: Operand, block: &mut Block) -> Operand {
        if operand.is_repeatable() {
            return operand;
        }
        let name = self.fresh_for(&operand.value);
        self.remember(&name, &operand.value);
        block.push(Let::statement(&name, operand.value));
        Operand { value: Value::Local(name), ..operand }
    }

    /// Goes on with the value of an operand. If it is an error, that is the result, and `next` costs nothing.
    pub(super) fn then(
        &mut self,
        operand: Operand,
        block: &mut Block,
        next: impl FnOnce(&mut Self, Operand, &mut Block) -> Operand,
    ) -> Operand {
        if !operand.fallible {
            return next(self, operand, block);
        }
        let name = self.fresh_for(&operand.value);
        let mut inner = Block::new();
        let value = next(self, Operand::name(&name, operand.repr.clone()), &mut inner);
        match inner.only_units() {
            Some(units) => self.then_units(operand, name, value, units, block),
            None => {
                let repr = value.repr.clone();
                let body = inner.into_body(value.into_result());
                block.flush();
                let outcome = operand.value.matched([
                    (Pattern::name_in("Ok", &name), body),
                    (Pattern::name_in("Err", &"error".into()), Body::failed()),
                ]);
                self.run(outcome, repr, block)
            }
        }
    }

    fn then_units(
        &mut self,
        operand: Operand,
        name: Local,
        next: Operand,
        units: u64,
        block: &mut Block,
    ) -> Operand {
        let operand = if units > 0 { self.bind(operand, block) } else { operand };
        let is_ok = operand.value.clone().method("is_ok");
        match units {
            0 => {}
            1 => block.push(Statement::AddIf(is_ok)),
            _ => block.push(Statement::If(is_ok, Rc::new(vec![Statement::Add(units)]))),
        }
        let lifted = self.mapped(operand.value, Pattern::Name(name), next.value, next.fallible);
        Operand::fallible(lifted, next.repr)
    }

    /// Applies `next` to the value of a `Result`. In a large rule this is a `match`: rustc takes longer for a closure and the generic
    /// code that uses it.
    pub(super) fn mapped(&self, result: Value, pattern: Pattern, next: Value, can_fail: bool) -> Value {
        let results = vec![result];
        Value::Lift(Rc::new(Lift { results, pattern, next, can_fail, is_match: self.is_large }))
    }

    /// Charge of a call that depends on the value of a `Result`: 1 if it is an error.
    pub(super) fn cost_of(&self, result: &Value, name: &'static str, cost: Value) -> Value {
        let name = Pattern::Name(name.into());
        match self.is_large {
            false => result.clone().method_with("map_or", [Value::Number(1), Value::closure(name, cost)]),
            true => result.clone().matched([
                (Pattern::of("Ok", name), cost.into()),
                (Pattern::of("Err", Pattern::Any), Value::Number(1).into()),
            ]),
        }
    }

    /// Runs an expression with effects, a `Result`, and gives its value a name.
    pub(super) fn run(&mut self, value: Value, repr: Repr, block: &mut Block) -> Operand {
        self.named(value, repr, true, true, block)
    }

    /// Runs an expression with effects and gives its value a name.
    pub(super) fn named(
        &mut self,
        value: Value,
        repr: Repr,
        fallible: bool,
        settle: bool,
        block: &mut Block,
    ) -> Operand {
        let name = self.fresh_for(&value);
        let ty = Some(Type::new(repr.clone(), fallible));
        block.push_if(settle, Statement::Let(Let { ty, ..Let::new(&name, value) }));
        Operand { fallible, ..Operand::name(&name, repr) }
    }

    /// Converts an operand to a representation that it can be joined to.
    pub(super) fn coerce(&mut self, operand: Operand, to: &Repr) -> Operand {
        if operand.repr == *to {
            return operand;
        }
        if let Some(constant) = operand.constant() {
            return self.constant_in(constant, to);
        }
        let view = if *to == Repr::Dynamic { self.view(&operand) } else { None };
        let value = if let Some(view) = view {
            self.through_view(operand.fallible, operand.value, &view)
        } else if operand.fallible {
            let next = converted(self.env, &operand.repr, to, Value::local("value"));
            let name = Pattern::if_used("value", &next);
            self.mapped(operand.value, name, next, false)
        } else {
            converted(self.env, &operand.repr, to, operand.value)
        };
        Operand { fallible: operand.fallible, ..Operand::new(value, to.clone()) }
    }

    /// Like [`coerce`](Self::coerce), but only for an operand that never has a value.
    pub(super) fn coerce_never(&mut self, operand: Operand, to: &Repr) -> Operand {
        if operand.repr == Repr::Never { self.coerce(operand, to) } else { operand }
    }

    /// Applies an operation to the values of operands. The first error in their order wins.
    pub(super) fn lift(&mut self, operands: Vec<Operand>, operation: Operation) -> Operand {
        let Operation { repr, fallible, value } = operation;
        if operands.iter().all(|operand| !operand.fallible) {
            let operands: Vec<Value> = operands.into_iter().map(|operand| operand.value).collect();
            return Operand { fallible, ..Operand::new(value.with(&operands), repr) };
        }
        let unread = if value.any(&mut |value| matches!(value, Value::Operand(_))) { "" } else { "_" };
        let (mut results, mut pattern, mut arguments) = (Vec::new(), None, Vec::new());
        for (place, operand) in operands.into_iter().enumerate() {
            if !operand.fallible {
                arguments.push(operand.value);
                continue;
            }
            let name = Local::new(format!("{unread}{}", LIFTED[place % LIFTED.len()]));
            arguments.push((&name).into());
            results.push(operand.value);
            let name = Pattern::Name(name);
            pattern = Some(match pattern {
                None => name,
                Some(before) => Pattern::Tuple(vec![before, name]),
            });
        }
        let (pattern, next) = (pattern.unwrap_or(Pattern::Any), value.with(&arguments));
        let lift = Lift { results, pattern, next, can_fail: fallible, is_match: self.is_large };
        Operand::fallible(Value::Lift(Rc::new(lift)), repr)
    }
}

/// The names of operands in closures.
const LIFTED: [&str; 4] = ["left", "right", "third", "fourth"];
