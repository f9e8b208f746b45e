//! Reads of JSON that do not change in a loop, before the loop. In `self.names.all(n, n in self.known)` the list `self.known` is
//! looked up once. The charges for the read stay where they are. A text that each round compares or measures is measured once.

use crate::ir::{Body, Let, Lift, Local, Loop, Names, Read, Source, Statement, Value, changed};
use std::{cell::RefCell, collections::HashSet, rc::Rc};

/// The body with such reads in front of its loops.
pub(crate) fn hoisted(body: &Body) -> Option<Body> {
    let mut names = Names::of_body(body);
    // The variables of an expression without a schema are parameters of the function.
    let mut mentioned = |value: &Value| {
        if let Value::Local(name) = value {
            names.insert(name.clone());
        }
        false
    };
    body.values().into_iter().for_each(|value| _ = value.any(&mut mentioned));
    let hoist = Hoist { names: RefCell::new(names) };
    Some(body.rewritten(&|_| None, &|run| hoist.run(run)))
}

struct Hoist {
    /// All names of the function.
    names: RefCell<Names>,
}

impl Hoist {
    fn run(&self, statements: &[Statement]) -> Vec<Statement> {
        statements.iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(&self, statement: &Statement) -> Statement {
        let outer = match statement {
            Statement::Loop(repeat) => &Statement::Loop(Rc::new(self.before(repeat))),
            statement => statement,
        };
        outer.rewritten(&|_| None, &|run| self.run(run))
    }

    /// The loop, with the reads that need no name of a round in front of it.
    fn before(&self, repeat: &Loop) -> Loop {
        let mut own = Names::of_round(repeat);
        let (mut before, mut round) = (repeat.before.clone(), Vec::new());
        for statement in &repeat.round {
            match statement {
                Statement::Let(named) if !named.is_mutable && is_constant(&named.value, &own) => {
                    own.remove(&named.name);
                    before.push(statement.clone());
                }
                _ => round.push(statement.clone()),
            }
        }
        let found: RefCell<Vec<(Value, Local)>> = RefCell::default();
        let named = |value: Value, name: &dyn Fn() -> Local| {
            let known =
                found.borrow().iter().find(|(known, _)| *known == value).map(|(_, name)| name.clone());
            known.unwrap_or_else(|| {
                let name = name();
                found.borrow_mut().push((value, name.clone()));
                name
            })
        };
        let change = |value: &Value| {
            if let Some((text, same)) = compared(value, &own) {
                let size =
                    named(Value::call(MEASURED, [same.clone()]), &|| self.names.borrow_mut().fresh("size"));
                let operands = [text.clone(), Value::Local(size).reference()];
                return Some(Value::call("size::smaller_measured", operands));
            }
            let is_found = is_constant(value, &own) && (reads_json(value) || counts_text(value));
            is_found.then(|| Value::Local(named(value.clone(), &|| self.name_of(value))))
        };
        let round = changed(&round, &change);
        before.extend(found.into_inner().into_iter().map(|(value, name)| match value {
            Value::Call(ref path, _) if path == MEASURED => Statement::Measure(name, value),
            value => Let::statement(&name, value),
        }));
        Loop { before, round, ..repeat.clone() }
    }

    /// A name for a read.
    fn name_of(&self, value: &Value) -> Local {
        if counts_text(value) {
            return self.names.borrow_mut().fresh("size");
        }
        let mut property = String::new();
        value.any(&mut |part| {
            if matches!(part, Value::Read(..)) {
                property = part.hint().chars().filter(char::is_ascii_alphanumeric).collect();
            }
            false
        });
        self.names.borrow_mut().fresh(&property)
    }
}

/// The texts whose comparison costs the value, if the second one has a name from before the loop.
fn compared<'v>(value: &'v Value, names: &Names) -> Option<(&'v Value, &'v Value)> {
    let Value::Call(path, operands) = value else { return None };
    let [left, right] = &**operands else { return None };
    let is_same = |text: &Value| match text {
        Value::Call(path, text) if path == "size::text" => {
            matches!(&**text, [Value::Local(name)] if !names.contains(name))
        }
        text => matches!(text, Value::Local(name) if !names.contains(name)),
    };
    match path == "size::smaller_string" {
        true if is_same(right) => Some((left, right)),
        true if is_same(left) => Some((right, left)),
        _ => None,
    }
}

const MEASURED: &str = "size::measured";
const SIZE: &str = "ops::size_of_string";

fn reads_json(value: &Value) -> bool {
    let is_json = |read: &Read| matches!(read.from, Source::Json(_) | Source::Own { .. });
    value.any(&mut |value| matches!(value, Value::Read(_, read) if is_json(read)))
}

fn counts_text(value: &Value) -> bool {
    value.any(&mut |value| matches!(value, Value::Call(path, _) if path == SIZE))
}

/// True for a read that needs none of the names.
fn is_constant(value: &Value, names: &Names) -> bool {
    let is_read = is_read(value) && !matches!(value, Value::Local(_) | Value::Text(_));
    is_read && !free(value).iter().any(|name| names.contains(name))
}

/// True for reads, for conversions of their results, and for sizes of texts. They have no effects, and their values are `Copy`.
fn is_read(value: &Value) -> bool {
    match value {
        Value::Local(_) | Value::Text(_) | Value::Constant(..) | Value::Arena => true,
        Value::Read(object, _) => is_read(object),
        Value::Lift(lift) => is_read(&lift.next) && lift.results.iter().all(is_read),
        Value::Call(path, operands) => {
            let is_known = matches!(&**path, "ops::present" | "list::index" | "map::index" | SIZE);
            (is_known || path.starts_with("json::")) && operands.iter().all(is_read)
        }
        _ => false,
    }
}

/// The names that a read takes from around it.
fn free(value: &Value) -> HashSet<Local> {
    match value {
        Value::Local(name) => HashSet::from([name.clone()]),
        Value::Lift(lift) => {
            let Lift { results, pattern, next, .. } = &**lift;
            let mut names = free(next);
            let mut bound = Names::default();
            bound.pattern(pattern);
            names.retain(|name| !bound.contains(name));
            names.extend(results.iter().flat_map(free));
            names
        }
        value => value.parts().into_iter().flat_map(free).collect(),
    }
}
