//! Loops of little code, such as `self.ports.all(p, p.port > 0)`, with the most units of a round. An estimate takes these for each round,
//! and counts nothing in the loop. Charges for the elements that `filter` keeps need not count these either.

use crate::ir::{Function, Loop, Statement, Value};
use std::rc::Rc;

/// The function with the bounds of its loops, if it is little code.
pub(crate) fn bounded(function: Function) -> Function {
    let body = function.body.rewritten(&|_| None, &of_statements);
    let bounded = Function { body, ..function.clone() };
    if bounded.is_small() { bounded } else { function }
}

fn of_statements(statements: &[Statement]) -> Vec<Statement> {
    let bounded = |statement: &Statement| match statement {
        Statement::Loop(repeat) => {
            Statement::Loop(Rc::new(Loop { most: repeat.most_of_round(), ..(**repeat).clone() }))
        }
        Statement::Charge(step) => Statement::Charge(elements(step).unwrap_or_else(|| step.clone())),
        statement => statement.rewritten(&|_| None, &of_statements),
    };
    statements.iter().map(bounded).collect()
}

/// `size::of_list(list)` in place of `size::length(list.length())`.
fn elements(step: &Value) -> Option<Value> {
    let Value::Call(path, operands) = step else { return None };
    let [Value::Method(list, length, _)] = operands.as_slice() else { return None };
    let is_list = path == "size::length" && length == "length" && matches!(**list, Value::Local(_));
    is_list.then(|| Value::call("size::of_list", [(**list).clone()]))
}
