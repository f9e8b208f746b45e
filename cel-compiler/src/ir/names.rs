//! The names that code declares.

use super::tree::{Body, Let, Local, Loop, Pattern, Statement, Value};
use std::collections::HashSet;

impl Pattern {
    /// Adds the names that it declares.
    pub(crate) fn names(&self, names: &mut HashSet<Local>) {
        match self {
            Pattern::Name(name) | Pattern::ListValue(name) => _ = names.insert(name.clone()),
            Pattern::Of(_, inner) => inner.names(names),
            Pattern::At(name, inner) => {
                names.insert(name.clone());
                inner.names(names);
            }
            Pattern::Tuple(inner) => inner.iter().for_each(|inner| inner.names(names)),
            Pattern::Any | Pattern::Path(_) | Pattern::Constant(..) => {}
        }
    }
}

impl Value {
    /// Adds the names that it and its parts declare.
    pub(crate) fn names(&self, names: &mut HashSet<Local>) {
        self.any(&mut |value| {
            match value {
                Value::Lift(lift) => lift.pattern.names(names),
                Value::Closure(closure) => closure.parameters.iter().for_each(|pattern| pattern.names(names)),
                Value::Match(_, arms) => arms.iter().for_each(|(pattern, body)| {
                    pattern.names(names);
                    body.names(names);
                }),
                Value::If(_, bodies) => bodies.iter().for_each(|body| body.names(names)),
                Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.names(names),
                _ => {}
            }
            false
        });
    }
}

impl Body {
    /// Adds the names that it and its parts declare.
    pub(crate) fn names(&self, names: &mut HashSet<Local>) {
        self.statements.iter().for_each(|statement| statement.names(names));
        self.result.names(names);
    }
}

impl Statement {
    /// Adds the names that it and its parts declare.
    pub(crate) fn names(&self, names: &mut HashSet<Local>) {
        self.values().into_iter().for_each(|value| value.names(names));
        let of_run = |run: &[Statement], names: &mut HashSet<Local>| {
            run.iter().for_each(|statement| statement.names(names));
        };
        match self {
            Statement::Let(Let { name, .. }) | Statement::Measure(name, _) => _ = names.insert(name.clone()),
            Statement::Share { name, body, .. } => {
                names.insert(name.clone());
                body.names(names);
            }
            Statement::View { name, example, .. } => {
                names.insert(name.clone());
                example.names(names);
            }
            Statement::Take(pattern, _) => pattern.names(names),
            Statement::If(_, then) => of_run(then, names),
            Statement::Block(statements) => of_run(statements, names),
            Statement::IfLet(pattern, _, then) => {
                pattern.names(names);
                of_run(then, names);
            }
            Statement::Match(_, arms) => arms.iter().for_each(|(pattern, statements)| {
                pattern.names(names);
                of_run(statements, names);
            }),
            Statement::Loop(repeat) => {
                let Loop { before, pattern, rest, round, .. } = &**repeat;
                names.insert(rest.clone());
                pattern.names(names);
                of_run(before, names);
                of_run(round, names);
            }
            Statement::Assign(..)
            | Statement::Add(_)
            | Statement::AddSome(_)
            | Statement::AddIf(_)
            | Statement::Charge(_)
            | Statement::Check
            | Statement::Turn
            | Statement::Refund
            | Statement::Run(_)
            | Statement::Return(_)
            | Statement::Break(_) => {}
        }
    }
}
