//! Loops of little code, such as `self.ports.all(p, p.port > 0)`, with the most units of a round. An estimate takes these for each round,
//! and counts nothing in the loop. Charges for the elements that `filter` keeps need not count these either.

use crate::ir::{Function, Let, Local, Loop, Statement, Value};
use std::{mem, rc::Rc};

/// The function with the bounds of its loops, if it is little code.
pub(crate) fn bounded(mut function: Function) -> Function {
    let views: Vec<&Local> = function.body.statements.iter().filter_map(view).collect();
    let run = |statements: &[Statement]| of_statements(statements, &views);
    let bounded = function.body.rewritten(&|_| None, &run);
    let counted = mem::replace(&mut function.body, bounded);
    if !function.is_small() {
        function.body = counted;
    }
    function
}

/// The name of a list that is not built.
fn view(statement: &Statement) -> Option<&Local> {
    let Statement::Let(Let { name, value: Value::Try(call), .. }) = statement else { return None };
    matches!(&**call, Value::Call(path, _) if path == "list::filtered" || path == "list::mapped")
        .then_some(name)
}

fn of_statements(statements: &[Statement], views: &[&Local]) -> Vec<Statement> {
    let bounded = |statement: &Statement| match statement {
        Statement::Loop(repeat) => {
            Statement::Loop(Rc::new(Loop { most: repeat.most_of_round(), ..(**repeat).clone() }))
        }
        Statement::Charge(step) => Statement::Charge(elements(step, views).unwrap_or_else(|| step.clone())),
        statement => statement.rewritten(&|_| None, &|statements| of_statements(statements, views)),
    };
    statements.iter().map(bounded).collect()
}

/// `size::of_list(list)` in place of `size::length(list.length())`.
fn elements(step: &Value, views: &[&Local]) -> Option<Value> {
    let Value::Call(path, operands) = step else { return None };
    let [Value::Method(list, length, _)] = operands.as_slice() else { return None };
    let Value::Local(name) = &**list else { return None };
    let is_view = path == "size::length" && length == "length" && views.contains(&name);
    is_view.then(|| Value::call("size::of_list", [Value::from(name)]))
}
