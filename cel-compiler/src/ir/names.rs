//! The names that code declares or changes.

use super::tree::{Body, Let, Lift, Local, Loop, Pattern, Statement, Value};
use std::collections::HashSet;

/// Collects names. Each part of the code is visited once: parts nest as deeply as rules do.
#[derive(Default)]
pub(crate) struct Names(HashSet<Local>);

impl Names {
    pub(crate) fn of_body(body: &Body) -> Self {
        let mut names = Names::default();
        names.body(body);
        names
    }

    /// The names in the rounds of a loop.
    pub(crate) fn of_round(repeat: &Loop) -> Self {
        let mut names = Names::default();
        names.round(repeat);
        names
    }

    /// Adds a name. False if it is there already.
    pub(crate) fn insert(&mut self, name: Local) -> bool {
        self.0.insert(name)
    }

    pub(crate) fn remove(&mut self, name: &Local) {
        self.0.remove(name);
    }

    pub(crate) fn contains(&self, name: &Local) -> bool {
        self.0.contains(name)
    }

    /// A new name, which is added.
    pub(crate) fn fresh(&mut self, hint: &str) -> Local {
        let mut name = Local::new(format!("__cel_{hint}"));
        let mut number = 1;
        while !self.insert(name.clone()) {
            number += 1;
            name = Local::new(format!("__cel_{hint}_{number}"));
        }
        name
    }

    /// Adds the names of a pattern.
    pub(crate) fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) | Pattern::ListValue(name) => _ = self.insert(name.clone()),
            Pattern::Of(_, inner) => self.pattern(inner),
            Pattern::At(name, inner) => {
                self.insert(name.clone());
                self.pattern(inner);
            }
            Pattern::Tuple(inner) => inner.iter().for_each(|inner| self.pattern(inner)),
            Pattern::Any | Pattern::Path(_) | Pattern::Constant(..) | Pattern::Bytes(..) => {}
        }
    }

    fn body(&mut self, body: &Body) {
        self.statements(&body.statements);
        self.value(&body.result);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Lift(lift) => {
                let Lift { results, pattern, next, .. } = &**lift;
                results.iter().chain([next]).for_each(|value| self.value(value));
                self.pattern(pattern);
            }
            Value::Closure(closure) => {
                closure.parameters.iter().for_each(|pattern| self.pattern(pattern));
                self.value(&closure.body);
            }
            Value::Match(value, arms) => {
                self.value(value);
                for (pattern, body) in &**arms {
                    self.pattern(pattern);
                    self.body(body);
                }
            }
            Value::If(condition, bodies) => {
                self.value(condition);
                bodies.iter().for_each(|body| self.body(body));
            }
            Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => self.body(body),
            value => value.parts().into_iter().for_each(|part| self.value(part)),
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(Let { name, value, .. })
            | Statement::Measure(name, value)
            | Statement::Assign(name, value) => {
                self.insert(name.clone());
                self.value(value);
            }
            Statement::Take(pattern, value) => {
                self.pattern(pattern);
                self.value(value);
            }
            Statement::If(condition, then) => {
                self.value(condition);
                self.statements(then);
            }
            Statement::IfLet(pattern, value, then) => {
                self.pattern(pattern);
                self.value(value);
                self.statements(then);
            }
            Statement::Match(value, arms) => {
                self.value(value);
                for (pattern, statements) in arms {
                    self.pattern(pattern);
                    self.statements(statements);
                }
            }
            Statement::Block(statements) => self.statements(statements),
            Statement::Share { name, body, .. } => {
                self.insert(name.clone());
                self.body(body);
            }
            Statement::View { name, example, convert } => {
                self.insert(name.clone());
                self.body(example);
                self.value(convert);
            }
            Statement::Loop(repeat) => {
                self.statements(&repeat.before);
                self.round(repeat);
            }
            // They declare nothing, and hold no statements but in their values.
            statement => statement.values().into_iter().for_each(|value| self.value(value)),
        }
    }

    fn round(&mut self, repeat: &Loop) {
        let Loop { pattern, range, parts, rest, round, stop, .. } = repeat;
        self.insert(rest.clone());
        self.pattern(pattern);
        [range]
            .into_iter()
            .chain(parts)
            .chain(stop.iter().map(|(decided, _)| decided))
            .for_each(|value| self.value(value));
        self.statements(round);
    }
}
