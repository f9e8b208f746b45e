//! Texts that `split` takes apart only to be read: `self.image.split('/')[0]`. Readers look for the separators themselves, and no list is
//! built.

use super::unbuilt::{Uses, count_uses, is_reader};
use crate::ir::{Body, Let, Local, Statement, Value};
use std::{collections::HashMap, rc::Rc};

/// The body without such lists.
pub(crate) fn unsplit(body: &Body) -> Option<Body> {
    if !body.values().into_iter().any(|value| value.any(&mut |part| parts(part).is_some())) {
        return None;
    }
    let uses = count_uses(body);
    Some(body.rewritten(&read, &|statements| of_statements(statements, &uses)))
}

fn of_statements(statements: &[Statement], uses: &HashMap<Local, Uses>) -> Vec<Statement> {
    let run = |statements: &[Statement]| of_statements(statements, uses);
    let statement = |statement: &Statement| match statement {
        Statement::Let(named @ Let { ty: None, .. })
            if uses.get(&named.name).is_some_and(Uses::is_one_pass) =>
        {
            let value = parts(&named.value).unwrap_or_else(|| named.value.rewritten(&read, &run));
            Statement::Let(Let { value, ..named.clone() })
        }
        statement => statement.rewritten(&read, &run),
    };
    statements.iter().map(statement).collect()
}

/// A reader of a list that nothing else has: an index, the size, a loop, a function of lists.
fn read(value: &Value) -> Option<Value> {
    match value {
        Value::Method(list, method, operands) if method == "length" || method == "elements" => {
            Some(Value::Method(Rc::new(parts(list)?), method.clone(), operands.clone()))
        }
        Value::Call(path, operands) if is_reader(path) => {
            let place = operands.iter().position(|operand| !matches!(operand, Value::Arena))?;
            let mut operands = operands.clone();
            let list = operands.get_mut(place)?;
            *list = parts(list)?;
            Some(Value::Call(path.clone(), operands))
        }
        _ => None,
    }
}

/// `strings::parts(..)` in place of `strings::split(..)`
fn parts(value: &Value) -> Option<Value> {
    match value {
        Value::Call(path, operands) if path == "strings::split" => match operands.as_slice() {
            [Value::Arena, text, separator] => {
                Some(Value::call("strings::parts", [text.map(&read), separator.map(&read)]))
            }
            _ => None,
        },
        _ => None,
    }
}
