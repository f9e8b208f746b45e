//! The most units that code takes.

use super::tree::{Body, Loop, Statement, Value};

impl Loop {
    /// The most units of a round of a loop in parts. `None` if it does more than add units.
    pub(crate) fn most_of_round(&self) -> Option<u64> {
        self.parts.as_ref()?;
        of_statements(&self.round)
    }
}

fn of_statements(statements: &[Statement]) -> Option<u64> {
    sum(statements.iter().map(of_statement))
}

fn of_statement(statement: &Statement) -> Option<u64> {
    match statement {
        Statement::Add(units) => Some(*units),
        Statement::AddIf(condition) => of_value(condition)?.checked_add(1),
        Statement::AddSome(Value::Method(_, stopped, units)) if stopped == "stopped" => {
            sum(units.iter().map(|units| if let Value::Number(units) = units { Some(*units) } else { None }))
        }
        Statement::If(condition, then) | Statement::IfLet(_, condition, then) => {
            sum([of_value(condition), of_statements(then)])
        }
        Statement::Match(value, arms) => {
            sum([of_value(value), greatest(arms.iter().map(|(_, then)| of_statements(then)))])
        }
        Statement::Block(statements) => of_statements(statements),
        Statement::Let(_)
        | Statement::Take(..)
        | Statement::Assign(..)
        | Statement::Run(_)
        | Statement::Return(_)
        | Statement::Break(_) => of_values(&statement.values()),
        Statement::AddSome(_)
        | Statement::Measure(..)
        | Statement::Charge(_)
        | Statement::Check
        | Statement::Turn
        | Statement::Refund
        | Statement::Share { .. }
        | Statement::View { .. }
        | Statement::Loop(_) => None,
    }
}

fn of_value(value: &Value) -> Option<u64> {
    match value {
        Value::Counter => None,
        Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => of_body(body),
        Value::Match(value, arms) => {
            sum([of_value(value), greatest(arms.iter().map(|(_, body)| of_body(body)))])
        }
        Value::If(condition, bodies) => sum([of_value(condition), greatest(bodies.iter().map(of_body))]),
        // Called once for an optional value, and any number of times for a list.
        Value::Closure(closure) => (!closure.body.counts()).then_some(0),
        value => of_values(&value.parts()),
    }
}

fn of_values(values: &[&Value]) -> Option<u64> {
    sum(values.iter().map(|value| of_value(value)))
}

fn of_body(body: &Body) -> Option<u64> {
    sum([of_statements(&body.statements), of_value(&body.result)])
}

fn sum(parts: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    parts.into_iter().try_fold(0_u64, |sum, part| sum.checked_add(part?))
}

fn greatest(parts: impl IntoIterator<Item = Option<u64>>) -> Option<u64> {
    parts.into_iter().try_fold(0, |most, part| Some(part?.max(most)))
}
