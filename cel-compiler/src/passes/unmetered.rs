//! Code without its charges, to measure how much time charges take.

use crate::ir::{Body, Loop, Statement, Value};
use std::rc::Rc;

/// The body without the statements that only charge. Functions of the runtime still make their own charges.
pub(crate) fn unmetered(body: &Body) -> Option<Body> {
    Some(body.rewritten(&unfinished, &of_statements))
}

fn of_statements(statements: &[Statement]) -> Vec<Statement> {
    let kept = statements.iter().filter(|statement| !is_charge(statement));
    kept.map(|statement| {
        let statement = match statement {
            Statement::Loop(repeat) => &Statement::Loop(Rc::new(Loop { parts: None, ..(**repeat).clone() })),
            statement => statement,
        };
        statement.rewritten(&unfinished, &of_statements)
    })
    .collect()
}

fn is_charge(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Add(_)
            | Statement::AddSome(_)
            | Statement::AddIf(_)
            | Statement::Charge(_)
            | Statement::Check
            | Statement::Turn
            | Statement::Measure(..)
    )
}

/// The value in `cost.finish(value)`.
fn unfinished(value: &Value) -> Option<Value> {
    match value {
        Value::Method(counter, name, operands) if **counter == Value::Counter && name == "finish" => {
            operands.first().map(|value| value.rewritten(&unfinished, &of_statements))
        }
        _ => None,
    }
}
