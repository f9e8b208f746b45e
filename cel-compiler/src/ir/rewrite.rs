//! Changes to all values and all runs of statements.

use super::tree::{Body, Let, Loop, Statement, Value};
use std::rc::Rc;

/// Another value in the place of one; `None` leaves the value and looks at its parts.
pub(crate) type Change<'c> = dyn Fn(&Value) -> Option<Value> + 'c;

/// Other statements in the place of a run of statements.
pub(crate) type Run<'c> = dyn Fn(&[Statement]) -> Vec<Statement> + 'c;

impl Value {
    /// The value with both changes applied, from outside inwards.
    pub(crate) fn rewritten(&self, change: &Change<'_>, run: &Run<'_>) -> Value {
        self.map(&|value| {
            let of_body = |body: &Body| body.rewritten(change, run);
            if let Some(changed) = change(value) {
                return Some(changed);
            }
            let changed = match value {
                Value::Block(body) => Value::Block(Rc::new(of_body(body))),
                Value::Typed(ty, body) => Value::Typed(ty.clone(), Rc::new(of_body(body))),
                Value::Labelled(label, body) => Value::Labelled(label.clone(), Rc::new(of_body(body))),
                Value::Match(value, arms) => {
                    let arms = arms.iter().map(|(pattern, body)| (pattern.clone(), of_body(body)));
                    value.rewritten(change, run).matched(arms)
                }
                Value::If(condition, bodies) => {
                    let [yes, no] = &**bodies;
                    let condition = condition.rewritten(change, run);
                    Value::If(Rc::new(condition), Rc::new([of_body(yes), of_body(no)]))
                }
                _ => return None,
            };
            Some(changed)
        })
    }
}

/// The statements with a change of all their values.
pub(crate) fn changed(statements: &[Statement], change: &Change<'_>) -> Vec<Statement> {
    statements.iter().map(|statement| statement.rewritten(change, &|run| changed(run, change))).collect()
}

impl Body {
    /// The body with a change of all its values.
    pub(crate) fn changed(&self, change: &Change<'_>) -> Body {
        self.rewritten(change, &|run| changed(run, change))
    }

    /// The body with both changes applied.
    pub(crate) fn rewritten(&self, change: &Change<'_>, run: &Run<'_>) -> Body {
        Body { statements: run(&self.statements), result: self.result.rewritten(change, run) }
    }
}

impl Statement {
    /// The statement with both changes applied to its parts.
    pub(crate) fn rewritten(&self, change: &Change<'_>, run: &Run<'_>) -> Statement {
        let of = |value: &Value| value.rewritten(change, run);
        match self {
            Statement::Let(named) => Statement::Let(Let { value: of(&named.value), ..named.clone() }),
            Statement::Take(pattern, value) => Statement::Take(pattern.clone(), of(value)),
            Statement::Assign(name, value) => Statement::Assign(name.clone(), of(value)),
            Statement::AddSome(value) => Statement::AddSome(of(value)),
            Statement::AddIf(value) => Statement::AddIf(of(value)),
            Statement::Charge(value) => Statement::Charge(of(value)),
            Statement::Measure(name, value) => Statement::Measure(name.clone(), of(value)),
            Statement::Run(value) => Statement::Run(of(value)),
            Statement::Return(value) => Statement::Return(of(value)),
            Statement::Break(target) => {
                Statement::Break(target.as_ref().map(|(label, value)| (label.clone(), of(value))))
            }
            Statement::If(condition, then) => Statement::If(of(condition), Rc::new(run(then))),
            Statement::IfLet(pattern, value, then) => {
                Statement::IfLet(pattern.clone(), of(value), Rc::new(run(then)))
            }
            Statement::Match(value, arms) => {
                let arms = arms.iter().map(|(pattern, statements)| (pattern.clone(), run(statements)));
                Statement::Match(of(value), arms.collect())
            }
            Statement::Block(statements) => Statement::Block(run(statements)),
            Statement::Share { name, ty, body } => {
                let body = Rc::new(body.rewritten(change, run));
                Statement::Share { name: name.clone(), ty: ty.clone(), body }
            }
            Statement::View { name, example, convert } => Statement::View {
                name: name.clone(),
                example: example.rewritten(change, run),
                convert: of(convert),
            },
            Statement::Loop(repeat) => {
                let Loop { before, pattern, range, parts, rest, round, stop, most } = &**repeat;
                Statement::Loop(Rc::new(Loop {
                    before: run(before),
                    pattern: pattern.clone(),
                    range: of(range),
                    parts: parts.as_ref().map(of),
                    rest: rest.clone(),
                    round: run(round),
                    stop: stop.as_ref().map(|(decided, units)| (of(decided), *units)),
                    most: *most,
                }))
            }
            Statement::Add(_) | Statement::Check | Statement::Turn | Statement::Refund => self.clone(),
        }
    }
}
