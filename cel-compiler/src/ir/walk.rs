//! Properties of nodes, and changes to them.

use super::tree::{Body, Closure, Let, Lift, Local, Loop, Read, Source, Statement, Value};
use cel_types::kubernetes::{self, RustType};
use std::rc::Rc;

/// Steps of the cost.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Steps {
    /// Those that need no test of the limit.
    Units,
    Any,
}

impl Value {
    /// The beginning of a name for the value.
    pub(crate) fn hint(&self) -> &str {
        match self {
            Value::Local(name) => name.hint(),
            Value::Read(_, read) => read.hint(),
            Value::Call(path, operands) => match (&**path, operands.as_slice()) {
                ("ops::present" | "ops::qualifier" | "Some" | "Ok", [value, ..]) => value.hint(),
                ("list::index" | "list::get", _) => "item",
                ("map::index", _) => "entry",
                (path, _) => path.rsplit("::").next().unwrap_or_default(),
            },
            Value::Method(receiver, name, _) => match &**name {
                "value" => "entry",
                "map" | "and_then" | "transpose" | "checked" => receiver.hint(),
                name => name,
            },
            Value::Lift(lift) => lift.next.hint(),
            Value::Infix(..) | Value::Not(_) | Value::Matches(..) => "holds",
            Value::If(..) | Value::Match(..) => "chosen",
            Value::Block(body) => body.result.hint(),
            Value::Closed(name, _) => name.hint(),
            _ => "value",
        }
    }

    /// The values directly inside it.
    pub(crate) fn parts(&self) -> Vec<&Value> {
        match self {
            Value::Read(value, _)
            | Value::Not(value)
            | Value::Negative(value)
            | Value::Matches(value, _)
            | Value::Reference(value)
            | Value::ReferenceMut(value)
            | Value::Member(value, _)
            | Value::Deref(value)
            | Value::Error(_, value)
            | Value::Variant(_, value)
            | Value::Try(value) => vec![value],
            Value::Struct(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            Value::Lift(lift) => lift.results.iter().chain([&lift.next]).collect(),
            Value::Call(_, values)
            | Value::Closed(_, values)
            | Value::CallOf(_, _, values)
            | Value::Tuple(values)
            | Value::Array(values) => values.iter().collect(),
            Value::Method(receiver, _, values) => [&**receiver].into_iter().chain(values).collect(),
            Value::Infix(_, sides) => sides.iter().collect(),
            Value::Closure(closure) => vec![&closure.body],
            Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.values(),
            Value::Match(value, arms) => {
                [&**value].into_iter().chain(arms.iter().flat_map(|(_, body)| body.values())).collect()
            }
            Value::If(condition, bodies) => {
                [&**condition].into_iter().chain(bodies.iter().flat_map(Body::values)).collect()
            }
            Value::Local(_)
            | Value::Operand(_)
            | Value::Nothing
            | Value::Constant(..)
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Path(_)
            | Value::None(_)
            | Value::Empty(_)
            | Value::Counter
            | Value::Arena
            | Value::Exact(_) => Vec::new(),
        }
    }

    /// True if a test holds for the value or a value inside it.
    pub(crate) fn any(&self, test: &mut dyn FnMut(&Value) -> bool) -> bool {
        test(self) || self.parts().into_iter().any(|part| part.any(test))
    }

    /// True if it names the counter.
    pub(crate) fn counts(&self) -> bool {
        match self {
            Value::Counter | Value::Arena => true,
            Value::Read(object, read) => read.builds() || object.counts(),
            Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.counts(),
            Value::Match(value, arms) => value.counts() || arms.iter().any(|(_, body)| body.counts()),
            Value::If(condition, bodies) => condition.counts() || bodies.iter().any(Body::counts),
            value => value.parts().into_iter().any(Value::counts),
        }
    }

    /// True if it does nothing with the counter but take such steps and ask for its arena.
    pub(crate) fn only_takes(&self, steps: Steps) -> bool {
        match self {
            Value::Counter => false,
            Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.only_takes(steps),
            Value::Match(value, arms) => {
                value.only_takes(steps) && arms.iter().all(|(_, body)| body.only_takes(steps))
            }
            Value::If(condition, bodies) => {
                condition.only_takes(steps) && bodies.iter().all(|body| body.only_takes(steps))
            }
            value => value.parts().into_iter().all(|value| value.only_takes(steps)),
        }
    }

    /// The value with `operands` in the place of its operands.
    pub(crate) fn with(&self, operands: &[Value]) -> Value {
        self.map(&|value| match value {
            Value::Operand(place) => operands.get(*place).cloned(),
            _ => None,
        })
    }

    /// The value with `change` applied to it and its parts, from outside inwards.
    pub(crate) fn map(&self, change: &dyn Fn(&Value) -> Option<Value>) -> Value {
        if let Some(changed) = change(self) {
            return changed;
        }
        let one = |value: &Rc<Value>| Rc::new(value.map(change));
        let all = |values: &[Value]| values.iter().map(|value| value.map(change)).collect::<Vec<_>>();
        match self {
            Value::Read(value, read) => Value::Read(one(value), Rc::clone(read)),
            Value::Lift(lift) => Value::Lift(Rc::new(Lift {
                results: all(&lift.results),
                next: lift.next.map(change),
                ..(**lift).clone()
            })),
            Value::Call(path, values) => Value::Call(path.clone(), all(values)),
            Value::Closed(name, values) => Value::Closed(name.clone(), all(values)),
            Value::CallOf(path, repr, values) => Value::CallOf(path.clone(), Rc::clone(repr), all(values)),
            Value::Method(receiver, name, values) => Value::Method(one(receiver), name.clone(), all(values)),
            Value::Infix(operator, sides) => {
                let [left, right] = &**sides;
                Value::infix(*operator, left.map(change), right.map(change))
            }
            Value::Not(value) => Value::Not(one(value)),
            Value::Negative(value) => Value::Negative(one(value)),
            Value::Closure(closure) => {
                Value::Closure(Rc::new(Closure { body: closure.body.map(change), ..(**closure).clone() }))
            }
            Value::Struct(path, fields) => Value::Struct(
                path.clone(),
                fields.iter().map(|(name, value)| (*name, value.map(change))).collect(),
            ),
            Value::Reference(value) => Value::Reference(one(value)),
            Value::ReferenceMut(value) => Value::ReferenceMut(one(value)),
            Value::Member(value, name) => Value::Member(one(value), name.clone()),
            Value::Deref(value) => Value::Deref(one(value)),
            Value::Error(repr, value) => Value::Error(Rc::clone(repr), one(value)),
            Value::Variant(number, value) => Value::Variant(*number, one(value)),
            Value::Tuple(values) => Value::Tuple(all(values)),
            Value::Array(values) => Value::Array(all(values)),
            Value::Matches(value, patterns) => Value::Matches(one(value), patterns.clone()),
            Value::Block(body) => Value::Block(Rc::new(body.map(change))),
            Value::Typed(ty, body) => Value::Typed(ty.clone(), Rc::new(body.map(change))),
            Value::Labelled(label, body) => Value::Labelled(label.clone(), Rc::new(body.map(change))),
            Value::Match(value, arms) => Value::Match(
                one(value),
                arms.iter().map(|(pattern, body)| (pattern.clone(), body.map(change))).collect(),
            ),
            Value::If(condition, bodies) => {
                let [yes, no] = &**bodies;
                Value::If(one(condition), Rc::new([yes.map(change), no.map(change)]))
            }
            Value::Try(value) => Value::Try(one(value)),
            value => value.clone(),
        }
    }
}

impl Body {
    /// True if it names the counter.
    pub(crate) fn counts(&self) -> bool {
        self.statements.iter().any(Statement::counts) || self.result.counts()
    }

    fn only_takes(&self, steps: Steps) -> bool {
        self.statements.iter().all(|statement| statement.only_takes(steps)) && self.result.only_takes(steps)
    }

    /// Changes the values in `let` statements and the result. Bodies of operations have no other statements.
    fn map(&self, change: &dyn Fn(&Value) -> Option<Value>) -> Body {
        let statements = self.statements.iter().map(|statement| match statement {
            Statement::Let(named) => Statement::Let(Let { value: named.value.map(change), ..named.clone() }),
            Statement::Take(pattern, value) => Statement::Take(pattern.clone(), value.map(change)),
            statement => statement.clone(),
        });
        Body { statements: statements.collect(), result: self.result.map(change) }
    }
}

impl Local {
    /// The name without its prefix and number: `ports` of `__cel_ports_2`.
    fn hint(&self) -> &str {
        let name = self.name().trim_start_matches("__cel_");
        match name.rsplit_once('_') {
            Some((hint, number)) if number.parse::<u32>().is_ok() => hint,
            _ => name,
        }
    }
}

impl Read {
    /// The property's name.
    fn hint(&self) -> &str {
        match &self.from {
            Source::Json(name) | Source::Own { name, .. } => name,
            Source::Field(field) => field.name,
            Source::Methods(ways) | Source::Foreign(ways, _) => {
                let step = ways.first().and_then(|way| way.last());
                step.map_or("value", |step| step.method.trim_start_matches("f_"))
            }
        }
    }

    /// True if it needs the arena.
    fn builds(&self) -> bool {
        let has_choice = |ty: &RustType| matches!(ty, RustType::Named(entry) if matches!(entry.shape(None), kubernetes::Shape::IntOrString));
        match &self.from {
            _ if self.has_arena => false,
            Source::Field(field) => has_choice(&field.ty),
            Source::Json(_) | Source::Own { .. } | Source::Methods(_) | Source::Foreign(..) => false,
        }
    }
}

impl Body {
    /// The values in it.
    pub(crate) fn values(&self) -> Vec<&Value> {
        self.statements.iter().flat_map(Statement::values).chain([&self.result]).collect()
    }

    /// Visits its loops, but not the loops in loops.
    pub(crate) fn each_loop(&self, visit: &mut dyn FnMut(&Loop)) {
        loops(&self.statements, visit);
        loops_of(&self.result, visit);
    }
}

impl Statement {
    /// The values in it.
    pub(crate) fn values(&self) -> Vec<&Value> {
        match self {
            Statement::Let(Let { value, .. })
            | Statement::Take(_, value)
            | Statement::Assign(_, value)
            | Statement::AddSome(value)
            | Statement::AddIf(value)
            | Statement::Charge(value)
            | Statement::Measure(_, value)
            | Statement::Run(value)
            | Statement::Return(value)
            | Statement::Break(Some((_, value))) => vec![value],
            Statement::If(condition, then) | Statement::IfLet(_, condition, then) => {
                [condition].into_iter().chain(then.iter().flat_map(Statement::values)).collect()
            }
            Statement::Match(value, arms) => {
                let arms =
                    arms.iter().flat_map(|(_, statements)| statements.iter().flat_map(Statement::values));
                [value].into_iter().chain(arms).collect()
            }
            Statement::Block(statements) => statements.iter().flat_map(Statement::values).collect(),
            Statement::Share { body, .. } => body.values(),
            Statement::View { example, convert, .. } => {
                example.values().into_iter().chain([convert]).collect()
            }
            Statement::Loop(repeat) => {
                let Loop { before, range, parts, round, stop, .. } = &**repeat;
                let inner = before.iter().chain(round).flat_map(Statement::values);
                inner.chain([range]).chain(parts).chain(stop.as_ref().map(|(decided, _)| decided)).collect()
            }
            Statement::Add(_)
            | Statement::Check
            | Statement::Turn
            | Statement::Refund
            | Statement::Break(None) => Vec::new(),
        }
    }

    /// True if it names the counter.
    pub(crate) fn counts(&self) -> bool {
        match self {
            Statement::Let(_)
            | Statement::Take(..)
            | Statement::Assign(..)
            | Statement::Measure(..)
            | Statement::Run(_)
            | Statement::Return(_)
            | Statement::Break(_) => self.values().into_iter().any(Value::counts),
            Statement::If(condition, then) | Statement::IfLet(_, condition, then) => {
                condition.counts() || then.iter().any(Statement::counts)
            }
            Statement::Match(value, arms) => {
                value.counts() || arms.iter().any(|(_, statements)| statements.iter().any(Statement::counts))
            }
            Statement::Block(statements) => statements.iter().any(Statement::counts),
            // Their closures use the counter only where they are called.
            Statement::Share { .. } | Statement::View { .. } => false,
            Statement::Add(_)
            | Statement::AddSome(_)
            | Statement::AddIf(_)
            | Statement::Charge(_)
            | Statement::Check
            | Statement::Turn
            | Statement::Refund
            | Statement::Loop(_) => true,
        }
    }

    /// True if it does nothing with the counter but take such steps and ask for its arena.
    pub(crate) fn only_takes(&self, steps: Steps) -> bool {
        match self {
            Statement::Add(_) => true,
            Statement::If(condition, then) | Statement::IfLet(_, condition, then) => {
                condition.only_takes(steps) && then.iter().all(|statement| statement.only_takes(steps))
            }
            Statement::Match(value, arms) => {
                let all_take = |statements: &Vec<Statement>| {
                    statements.iter().all(|statement| statement.only_takes(steps))
                };
                value.only_takes(steps) && arms.iter().all(|(_, statements)| all_take(statements))
            }
            Statement::Block(statements) => statements.iter().all(|statement| statement.only_takes(steps)),
            Statement::Let(_)
            | Statement::Take(..)
            | Statement::Assign(..)
            | Statement::AddSome(_)
            | Statement::AddIf(_)
            | Statement::Measure(..)
            | Statement::Run(_)
            | Statement::Return(_)
            | Statement::Break(_) => self.values().into_iter().all(|value| value.only_takes(steps)),
            Statement::Charge(step) => steps == Steps::Any && step.only_takes(steps),
            Statement::Loop(repeat) => {
                let has_bound = steps == Steps::Any && repeat.most.is_some();
                has_bound && self.values().into_iter().all(|value| value.only_takes(steps))
            }
            Statement::Check
            | Statement::Turn
            | Statement::Refund
            | Statement::Share { .. }
            | Statement::View { .. } => false,
        }
    }
}

fn loops(statements: &[Statement], visit: &mut dyn FnMut(&Loop)) {
    for statement in statements {
        match statement {
            Statement::Loop(repeat) => visit(repeat),
            Statement::If(_, then) | Statement::IfLet(_, _, then) => loops(then, visit),
            Statement::Match(_, arms) => arms.iter().for_each(|(_, then)| loops(then, visit)),
            Statement::Block(inner) => loops(inner, visit),
            Statement::Share { body, .. } => body.each_loop(visit),
            statement => statement.values().into_iter().for_each(|value| loops_of(value, visit)),
        }
    }
}

/// The loops in the blocks of a value.
fn loops_of(value: &Value, visit: &mut dyn FnMut(&Loop)) {
    match value {
        Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.each_loop(visit),
        Value::Match(_, arms) => arms.iter().for_each(|(_, body)| body.each_loop(visit)),
        Value::If(_, bodies) => bodies.iter().for_each(|body| body.each_loop(visit)),
        value => value.parts().into_iter().for_each(|part| loops_of(part, visit)),
    }
}
