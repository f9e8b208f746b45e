//! List literals that are only read: `[self.a, self.b].max()`, `self.a in [self.b, self.c]`. They are arrays in a variable, and need no
//! memory in the arena.

use crate::ir::{ARRAY, Body, Let, Local, Statement, Value};
use std::collections::HashMap;

/// The body with such lists in variables.
pub(crate) fn on_stack(body: &Body) -> Option<Body> {
    let mut uses = HashMap::new();
    if body.values().into_iter().any(|value| value.any(&mut |part| array(part).is_some())) {
        count(&body.values(), &mut uses);
    }
    if uses.values().all(|uses| uses.all != uses.reads) {
        return None;
    }
    let run = |statements: &[Statement]| of_statements(statements, &uses);
    Some(body.rewritten(&|_| None, &run))
}

fn of_statements(statements: &[Statement], uses: &HashMap<Local, Uses>) -> Vec<Statement> {
    let run = |statements: &[Statement]| of_statements(statements, uses);
    let is_read = |name: &Local| uses.get(name).is_some_and(|uses| uses.all == uses.reads);
    let statements = statements.iter().flat_map(|statement| {
        if let Statement::Let(Let { name, ty: None, value, .. }) = statement
            && let Some(array) = array(value).filter(|_| is_read(name))
        {
            let list = Value::call(ARRAY, [Value::from(name).reference()]);
            return vec![Let::statement(name, array.clone()), Let::statement(name, list)];
        }
        vec![statement.rewritten(&|_| None, &run)]
    });
    statements.collect()
}

/// The parts of a list literal: `list::of(cost.arena(), [..])`
fn array(value: &Value) -> Option<&Value> {
    let Value::Call(path, operands) = value else { return None };
    match operands.as_slice() {
        [Value::Arena, array @ Value::Array(_)] if **path == *"list::of" => Some(array),
        _ => None,
    }
}

/// How often a list is named.
#[derive(Default)]
struct Uses {
    all: usize,
    /// By what keeps no reference to it.
    reads: usize,
}

fn count(values: &[&Value], uses: &mut HashMap<Local, Uses>) {
    let read = |value: &Value, uses: &mut HashMap<Local, Uses>| {
        if let Value::Local(name) = value {
            uses.entry(name.clone()).or_default().reads += 1;
        }
    };
    for value in values {
        match value {
            Value::Local(name) => uses.entry(name.clone()).or_default().all += 1,
            Value::Method(list, method, _) if method == "length" => read(list, uses),
            // The value that is looked for may be a list, too. That one is compared.
            Value::Call(path, operands) if READERS.contains(&&**path) => {
                operands.first().into_iter().for_each(|list| read(list, uses));
            }
            _ => {}
        }
        count(&value.parts(), uses);
    }
}

/// Functions of the runtime whose results have nothing of the list but copies of its elements.
const READERS: [&str; 12] = [
    "equality::contains",
    "lists::includes",
    "lists::index_of",
    "lists::is_sorted",
    "lists::last_index_of",
    "lists::max",
    "lists::min",
    "lists::sum",
    "sets::contains",
    "sets::equivalent",
    "sets::intersects",
    "size::of_elements",
];
