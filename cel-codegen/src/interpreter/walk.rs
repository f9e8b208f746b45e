//! The walk over the tree: constants, variables, `&&` and `||`.

use super::{Program, Variable};
use cel_compiler::{
    ast::{Call, Expr, ExprId, ExprKind},
    plan::Constant,
};
use cel_runtime::__private::{
    Arena, Cost, EvalError, Verdict,
    generated::{Outcome, Stack, dynamic, list, map, ops},
    value::Value,
};
use std::{cell::Cell, collections::HashMap};

/// The value of a node, or why it has none, which the nodes around it may absorb. Nothing absorbs the error outside: it ends the
/// evaluation.
pub(super) type Evaluated<'a, T = Value<'a>> = Outcome<'a, Outcome<'a, T>>;

/// One evaluation.
pub(super) struct Walk<'a, 'c> {
    pub(super) program: &'a Program,
    pub(super) cost: &'c mut Cost<'a>,
    pub(super) scope: Vec<Local<'a>>,
    /// How the server charges calls.
    pub(super) stack: Stack<'a>,
    /// Those that were needed.
    constants: HashMap<ExprId, Value<'a>>,
}

/// A name in scope.
pub(super) struct Local<'a> {
    name: &'a str,
    value: Binding<'a>,
    /// The server made the value anew, see `dynamic::named`.
    is_new: bool,
}

enum Binding<'a> {
    Known(Outcome<'a, Value<'a>>),
    /// Evaluated when it is read first, with so many names in scope.
    Lazy(&'a Expr, usize),
}

impl<'a, 'c> Walk<'a, 'c> {
    pub(super) fn new(program: &'a Program, variables: &[Variable<'a>], cost: &'c mut Cost<'a>) -> Self {
        let scope = variables.iter().map(|(name, value)| {
            let value = value.ok_or(EvalError::NoSuchAttribute(name)).and_then(Value::checked);
            Local { name, value: Binding::Known(value), is_new: false }
        });
        Walk { program, cost, scope: scope.collect(), stack: Stack::new(), constants: HashMap::new() }
    }

    pub(super) fn arena(&self) -> &'a Arena {
        self.cost.arena()
    }

    /// The value of a node; charges what the server charges for it, in the server's order.
    pub(super) fn evaluate(&mut self, expr: &'a Expr) -> Evaluated<'a> {
        let value = match self.constant(expr) {
            Some(constant) => Ok(constant),
            None => self.step(expr)?,
        };
        self.stack.push(expr.id.0, value);
        Ok(value)
    }

    fn step(&mut self, expr: &'a Expr) -> Evaluated<'a> {
        match &expr.kind {
            ExprKind::Literal(_) => unreachable!("the plan has the values of all literals"),
            ExprKind::Select(select) if select.test_only => self.presence(expr, select),
            ExprKind::Ident(_) | ExprKind::Select(_) => self.attribute(expr),
            ExprKind::Call(call) => match &*call.function {
                "_&&_" => self.logic(call, false),
                "_||_" => self.logic(call, true),
                "_[_]" | "_?_:_" | "_?._" | "_[?_]" => self.attribute(expr),
                _ => self.call(expr, call),
            },
            ExprKind::List(elements) => self.list_literal(expr, elements),
            ExprKind::Map(entries) => self.map_literal(expr, entries),
            ExprKind::Struct(message) => self.message(expr, message),
            ExprKind::Comprehension(fold) => self.comprehension(fold),
        }
    }

    /// A condition; of another value than a boolean the error of an operator that wants one.
    pub(super) fn condition(&mut self, expr: &'a Expr) -> Evaluated<'a, bool> {
        Ok(self.evaluate(expr)?.and_then(dynamic::condition))
    }

    /// `left && right`, or `left || right` if `decisive`: the right operand is evaluated unless the left one decides.
    fn logic(&mut self, call: &'a Call, decisive: bool) -> Evaluated<'a> {
        let mut value: Verdict<'a> = Ok(!decisive);
        for (i, operand) in call.args.iter().enumerate() {
            if value == Ok(decisive) {
                break;
            }
            let next = self.condition(operand)?;
            value = match (i, decisive) {
                (0, _) => next,
                (_, true) => ops::or(value, next),
                (_, false) => ops::and(value, next),
            };
        }
        self.stack.drop(&ids(&call.args));
        Ok(value.map(Value::Bool))
    }

    /// The operands on the server's stack, if it has them all.
    pub(super) fn taken(&mut self, ids: &[u32]) -> Option<Vec<Outcome<'a, Value<'a>>>> {
        let mut values = vec![Ok(Value::Null); ids.len()];
        self.stack.take_into(ids, &mut values).then_some(values)
    }

    /// The value of a node that the plan knows.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<Value<'a>> {
        let constant = self.program.plan.constant(expr)?;
        let arena = self.arena();
        Some(*self.constants.entry(expr.id).or_insert_with(|| value(arena, constant)))
    }

    /// Gives a name to a value for as long as `inside` runs.
    pub(super) fn with<T>(
        &mut self,
        values: impl IntoIterator<Item = (&'a str, Outcome<'a, Value<'a>>)>,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let scope = self.scope.len();
        let locals = values.into_iter().map(|(name, value)| Local {
            name,
            value: Binding::Known(value),
            is_new: false,
        });
        self.scope.extend(locals);
        let result = inside(self);
        self.scope.truncate(scope);
        result
    }

    /// `optMap` and its kin: a name for a value that is evaluated when it is read.
    pub(super) fn with_lazy(&mut self, name: &'a str, init: &'a Expr, result: &'a Expr) -> Evaluated<'a> {
        let scope = self.scope.len();
        self.scope.push(Local { name, value: Binding::Lazy(init, scope), is_new: false });
        let result = self.evaluate(result);
        let is_new = self.scope.get(scope).is_some_and(|local| local.is_new);
        self.scope.truncate(scope);
        Ok(dynamic::settled(self.arena(), is_new, result?))
    }

    /// A variable's value; one with a leading dot is one of the environment.
    pub(super) fn variable(&mut self, name: &str) -> Evaluated<'a> {
        let place = match name.strip_prefix('.') {
            Some(global) => self.scope.iter().position(|local| local.name == global),
            None => self.scope.iter().rposition(|local| local.name == name),
        };
        let local = place.and_then(|place| self.scope.get(place));
        match local.map(|local| &local.value) {
            Some(Binding::Known(value)) => Ok(*value),
            Some(Binding::Lazy(init, scope)) => {
                let (init, inner) = (*init, self.scope.split_off(*scope));
                let value = self.evaluate(init);
                self.scope.extend(inner);
                let is_new = Cell::new(false);
                let arena = self.arena();
                let value = value?.map(|value| dynamic::named(arena, value, &is_new));
                if let Some(local) = place.and_then(|place| self.scope.get_mut(place)) {
                    *local = Local { name: local.name, value: Binding::Known(value), is_new: is_new.get() };
                }
                Ok(value)
            }
            None => unreachable!("the checker knows all names"),
        }
    }
}

/// The ids of nodes.
pub(super) fn ids<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<u32> {
    exprs.into_iter().map(|expr| expr.id.0).collect()
}

/// A constant as a value.
fn value<'a>(arena: &'a Arena, constant: &'a Constant) -> Value<'a> {
    match constant {
        Constant::Null => Value::Null,
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Int(value) => Value::Int(*value),
        Constant::Uint(value) => Value::Uint(*value),
        Constant::Double(value) => Value::Double(*value),
        Constant::String(value) => Value::String(value),
        Constant::Bytes(value) => Value::Bytes(value),
        Constant::Timestamp(value) => Value::Timestamp(*value),
        Constant::Duration(value) => Value::Duration(*value),
        Constant::Type(value) => Value::Type(*value),
        Constant::List(elements, _) => {
            let elements = elements.iter().map(|element| Some(value(arena, element)));
            Value::list(list::present(arena, elements))
        }
        Constant::Map(entries, _) => {
            let entries = entries.iter().map(|(k, v)| (value(arena, k), Some(value(arena, v))));
            Value::map(map::present(arena, entries))
        }
    }
}
