//! Code without its charges, to measure how much time charges take.

use crate::ir::{Body, Closure, Function, Let, Loop, Part, Statement, Value};
use std::rc::Rc;

/// The function without the statements that only charge. Functions of the runtime still make their own charges.
pub(crate) fn unmetered(function: Function) -> Function {
    let parts = function.parts.into_iter().map(|part| Part { body: of_body(&part.body), ..part }).collect();
    Function { parts, body: of_body(&function.body), ..function }
}

fn of_body(body: &Body) -> Body {
    Body { statements: of_statements(&body.statements), result: of_value(&body.result) }
}

fn of_statements(statements: &[Statement]) -> Vec<Statement> {
    statements.iter().filter_map(of_statement).collect()
}

fn of_statement(statement: &Statement) -> Option<Statement> {
    Some(match statement {
        Statement::Add(_)
        | Statement::AddSome(_)
        | Statement::AddIf(_)
        | Statement::Charge(_)
        | Statement::Check
        | Statement::Turn
        | Statement::Measure(..) => return None,
        Statement::Let(named) => Statement::Let(Let { value: of_value(&named.value), ..named.clone() }),
        Statement::Assign(name, value) => Statement::Assign(name.clone(), of_value(value)),
        Statement::If(condition, then) => Statement::If(of_value(condition), Rc::new(of_statements(then))),
        Statement::IfLet(pattern, value, then) => {
            Statement::IfLet(pattern.clone(), of_value(value), Rc::new(of_statements(then)))
        }
        Statement::Match(value, arms) => {
            let arms = arms.iter().map(|(pattern, statements)| (pattern.clone(), of_statements(statements)));
            Statement::Match(of_value(value), arms.collect())
        }
        Statement::Block(statements) => Statement::Block(of_statements(statements)),
        Statement::Share { name, ty, body } => {
            Statement::Share { name: name.clone(), ty: ty.clone(), body: Rc::new(of_body(body)) }
        }
        Statement::Loop(repeat) => Statement::Loop(Rc::new(Loop {
            before: of_statements(&repeat.before),
            parts: None,
            round: of_statements(&repeat.round),
            ..(**repeat).clone()
        })),
        Statement::Run(value) => Statement::Run(of_value(value)),
        statement => statement.clone(),
    })
}

fn of_value(value: &Value) -> Value {
    value.map(&|value| match value {
        Value::Method(counter, name, operands) if **counter == Value::Counter && name == "finish" => {
            operands.first().map(of_value)
        }
        Value::Block(body) => Some(Value::Block(Rc::new(of_body(body)))),
        Value::Labelled(label, body) => Some(Value::Labelled(label.clone(), Rc::new(of_body(body)))),
        Value::Typed(ty, body) => Some(Value::Typed(ty.clone(), Rc::new(of_body(body)))),
        Value::Match(value, arms) => {
            let arms = arms.iter().map(|(pattern, body)| (pattern.clone(), of_body(body)));
            Some(of_value(value).matched(arms))
        }
        Value::If(condition, bodies) => {
            let [yes, no] = &**bodies;
            Some(Value::If(Rc::new(of_value(condition)), Rc::new([of_body(yes), of_body(no)])))
        }
        Value::Closure(closure) => {
            let body = of_value(&closure.body);
            Some(Value::Closure(Rc::new(Closure { body, ..(**closure).clone() })))
        }
        _ => None,
    })
}
