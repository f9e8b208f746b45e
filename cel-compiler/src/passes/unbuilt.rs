//! Lists that `map` and `filter` build only to be read: `self.ports.map(p, p.name).isSorted()`. Where the transform is a property of the
//! element, or the condition costs nothing but units, the list is not built: its readers read the other list. The charge stays where it is.

use crate::ir::{Body, Closure, Let, Local, Pattern, Statement, Value};
use std::{collections::HashMap, rc::Rc};

/// The body without such lists.
pub(crate) fn unbuilt(body: &Body) -> Option<Body> {
    let is_collected =
        |value: &Value| matches!(value, Value::Call(path, _) if path.starts_with("list::collect"));
    if !body.values().into_iter().any(|value| value.any(&mut |part| is_collected(part))) {
        return None;
    }
    let uses = count_uses(body);
    let run = |statements: &[Statement]| of_statements(statements, &uses);
    Some(body.rewritten(&|_| None, &run))
}

fn of_statements(statements: &[Statement], uses: &HashMap<Local, Uses>) -> Vec<Statement> {
    let run = |statements: &[Statement]| of_statements(statements, uses);
    let statement = |statement: &Statement| match statement {
        Statement::Let(named) if uses.get(&named.name).is_some_and(Uses::is_read) => {
            let is_passed_once = uses.get(&named.name).is_some_and(Uses::is_one_pass);
            let value = in_place(&named.value, is_passed_once).unwrap_or_else(|| named.value.clone());
            Statement::Let(Let { value, ..named.clone() })
        }
        statement => statement.rewritten(&|_| None, &run),
    };
    statements.iter().map(statement).collect()
}

/// How often a list is named.
#[derive(Default)]
pub(super) struct Uses {
    all: usize,
    /// In places that read any list.
    reads: usize,
    /// In places that look at its elements. `sets.contains` does so again and again.
    passes: usize,
}

impl Uses {
    /// True if only such places name it.
    fn is_read(&self) -> bool {
        self.reads == self.all
    }

    /// True if its elements are looked at once.
    pub(super) fn is_one_pass(&self) -> bool {
        self.is_read() && self.passes <= 1
    }
}

/// How often a body names each list.
pub(super) fn count_uses(body: &Body) -> HashMap<Local, Uses> {
    let mut uses = HashMap::new();
    count(&body.values(), &mut uses);
    in_rounds(body, &mut uses);
    uses
}

fn count(values: &[&Value], uses: &mut HashMap<Local, Uses>) {
    for value in values {
        match value {
            Value::Local(name) => uses.entry(name.clone()).or_default().all += 1,
            Value::Method(list, method, _) if method == "length" => read(list, 0, uses),
            Value::Method(list, method, _) if method == "elements" => read(list, 1, uses),
            Value::Call(path, operands) if path == "sets::contains" => {
                operands.iter().for_each(|operand| read(operand, 2, uses));
            }
            // The value that `contains` looks for may be a list, too.
            Value::Call(path, operands) if is_reader(path) => {
                let list = operands.iter().find(|operand| !matches!(operand, Value::Arena));
                list.into_iter().for_each(|list| read(list, 1, uses));
            }
            _ => {}
        }
        count(&value.parts(), uses);
    }
}

/// Counts what a loop names in its rounds as looked at again and again.
fn in_rounds(body: &Body, uses: &mut HashMap<Local, Uses>) {
    body.each_loop(&mut |repeat| {
        for value in repeat.round.iter().flat_map(Statement::values) {
            value.locals().into_iter().for_each(|name| uses.entry(name).or_default().passes += 2);
        }
    });
}

fn read(value: &Value, passes: usize, uses: &mut HashMap<Local, Uses>) {
    if let Value::Local(name) = value {
        let uses = uses.entry(name.clone()).or_default();
        uses.reads += 1;
        uses.passes += passes;
    }
}

/// `list::mapped(..)` in place of `list::collect(..)`. `list::filtered(..)` in place of `list::collect_where(..)`, if its elements are looked at
/// once: each pass goes through the whole other list, and the server charges only the elements that remain.
fn in_place(value: &Value, is_passed_once: bool) -> Option<Value> {
    let Value::Try(call) = value else { return None };
    let Value::Call(path, operands) = &**call else { return None };
    let [counter, elements, units] = operands.as_slice() else { return None };
    let Value::Method(range, map, transform) = elements else { return None };
    let (Value::Method(list, of_list, _), [Value::Closure(closure)]) = (&**range, transform.as_slice())
    else {
        return None;
    };
    if map != "map" || of_list != "elements" || is_on_stack(list) {
        return None;
    }
    let [Pattern::Name(element)] = closure.parameters.as_slice() else { return None };
    let (function, body) = match &**path {
        // The other list may be a filtered one.
        "list::collect" if is_passed_once || !matches!(&**list, Value::Local(_)) => {
            ("list::mapped", &closure.body)
        }
        "list::collect_where" if is_passed_once => match &closure.body {
            Value::Method(condition, then, _) if then == "then_some" => ("list::filtered", &**condition),
            _ => return None,
        },
        _ => return None,
    };
    let is_cheap = match function {
        "list::mapped" => is_property(body, element),
        _ => body.locals().iter().all(|local| local == element),
    };
    is_cheap.then(|| {
        let closure = Closure { body: body.clone(), ..(**closure).clone() };
        let operands = [counter.clone(), (**list).clone(), Value::Closure(Rc::new(closure)), units.clone()];
        Value::Try(Rc::new(Value::call(function, operands)))
    })
}

/// True for a list literal in a variable: `[self.a, self.b].filter(x, x > 0)`. What reads another list may outlive the variable.
fn is_on_stack(list: &Value) -> bool {
    let Value::Call(_, operands) = list else { return false };
    matches!(operands.as_slice(), [Value::Reference(parts)] if matches!(**parts, Value::Local(_)))
}

/// True for `fields(p).f_name()`
fn is_property(value: &Value, element: &Local) -> bool {
    let mut object = value;
    while let Value::Read(inner, read) = object {
        if read.has_arena {
            return false;
        }
        object = inner;
    }
    *object == Value::from(element) && !matches!(value, Value::Local(_))
}

/// True for a function that reads the list that is its first operand.
pub(super) fn is_reader(path: &str) -> bool {
    READERS.contains(&path)
}

/// Functions of the runtime that take any list and look at each element once or twice.
const READERS: [&str; 12] = [
    "equality::contains",
    "list::get",
    "list::index",
    "lists::distinct",
    "lists::flatten",
    "lists::includes",
    "lists::index_of",
    "lists::is_sorted",
    "lists::last_index_of",
    "lists::max",
    "lists::min",
    "lists::sum",
];
