//! Statements: what an evaluation does, in the server's order.

use super::{Local, Pattern, Repr, Value};
use std::rc::Rc;

/// A step of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// `let name: ty = value;`
    Let(Let),
    /// `let (a, b) = value;`
    Take(Pattern, Value),
    /// `name = value;`
    Assign(Local, Value),
    /// Units: `cost.add(2)`.
    Add(u64),
    /// `cost.add(units)`
    AddSome(Value),
    /// A unit, if a condition holds.
    AddIf(Value),
    /// A cost that may exceed 1, with a test of the limit.
    Charge(Value),
    /// A test of the limit: `cost.check()?`.
    Check,
    /// The test of a round that costs nothing: `cost.turn()?`.
    Turn,
    /// What `has` on a chain that begins with a ternary does not cost: `cost.refund()?`.
    Refund,
    /// `let size = size::measured(text);`, for charges alone.
    Measure(Local, Value),
    /// `value;`
    Run(Value),
    /// `return value;`
    Return(Value),
    /// `if condition { .. }`
    If(Value, Rc<Vec<Statement>>),
    /// `if let pattern = value { .. }`
    IfLet(Pattern, Value, Rc<Vec<Statement>>),
    /// `match value { pattern => { .. } }`
    Match(Value, Vec<(Pattern, Vec<Statement>)>),
    /// `{ .. }`
    Block(Vec<Statement>),
    /// A value that is evaluated where the rule first asks for it: a closure over the counter.
    Share {
        name: Local,
        ty: Type,
        body: Rc<Body>,
    },
    /// A closure that makes a `Value` of values such as `example`.
    View {
        name: Local,
        example: Body,
        convert: Value,
    },
    /// `break 'label value;`, or `break;`
    Break(Option<(Local, Value)>),
    Loop(Rc<Loop>),
}

/// `let name: ty = value;`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Let {
    pub(crate) name: Local,
    pub(crate) ty: Option<Type>,
    pub(crate) value: Value,
    pub(crate) is_mutable: bool,
}

/// A type of Rust.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Plain(Repr),
    /// `Outcome<'a, _>`
    Outcome(Repr),
    /// `usize`
    Of(&'static str),
    /// `Outcome<'a, usize>`
    OutcomeOf(&'static str),
    /// `(K, V)`
    Pair(Repr, Box<Type>),
}

/// A macro's loop.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loop {
    /// What does not change in the loop.
    pub(crate) before: Vec<Statement>,
    pub(crate) pattern: Pattern,
    /// What it runs over.
    pub(crate) range: Value,
    /// An object's own list or map in parts, with a test of the limit between two of them instead of in each round.
    pub(crate) parts: Option<Value>,
    /// The elements that remain.
    pub(crate) rest: Local,
    pub(crate) round: Vec<Statement>,
    /// It ends once this holds, and then adds units if an element remains.
    pub(crate) stop: Option<(Value, u64)>,
}

/// Statements that lead to a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Body {
    pub(crate) statements: Vec<Statement>,
    pub(crate) result: Value,
}

impl Type {
    pub(crate) fn new(repr: Repr, can_fail: bool) -> Self {
        if can_fail { Type::Outcome(repr) } else { Type::Plain(repr) }
    }
}

impl Let {
    pub(crate) fn new(name: &Local, value: Value) -> Self {
        Let { name: name.clone(), ty: None, value, is_mutable: false }
    }

    /// The same as a statement.
    pub(crate) fn statement(name: &Local, value: Value) -> Statement {
        Statement::Let(Let::new(name, value))
    }
}

impl From<Value> for Body {
    fn from(result: Value) -> Self {
        Body { statements: Vec::new(), result }
    }
}

impl Body {
    /// What is evaluated for its effect.
    pub(crate) fn of(statements: Vec<Statement>) -> Self {
        Body { statements, result: Value::Nothing }
    }

    /// That of an error: it stays the result.
    pub(crate) fn failed() -> Self {
        Value::local("error").within("Err").into()
    }

    /// One that a statement leaves.
    pub(crate) fn leaving(statement: Statement) -> Self {
        Body::of(vec![statement])
    }

    /// The values in it.
    pub(super) fn values(&self) -> Vec<&Value> {
        self.statements.iter().flat_map(Statement::values).chain([&self.result]).collect()
    }

    /// As a value: in a block, if there are statements.
    pub(crate) fn into_value(self) -> Value {
        if self.statements.is_empty() { self.result } else { Value::Block(Rc::new(self)) }
    }
}

impl Statement {
    /// The values in it.
    pub(super) fn values(&self) -> Vec<&Value> {
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
            // What they do with their own counter happens where they are called.
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

    /// True if it does nothing with the counter but add units and ask for its arena.
    pub(crate) fn only_adds(&self) -> bool {
        match self {
            Statement::Add(_) => true,
            Statement::If(condition, then) | Statement::IfLet(_, condition, then) => {
                condition.only_adds() && then.iter().all(Statement::only_adds)
            }
            Statement::Match(value, arms) => {
                let only_adds = |statements: &Vec<Statement>| statements.iter().all(Statement::only_adds);
                value.only_adds() && arms.iter().all(|(_, statements)| only_adds(statements))
            }
            Statement::Block(statements) => statements.iter().all(Statement::only_adds),
            Statement::Let(_)
            | Statement::Take(..)
            | Statement::Assign(..)
            | Statement::AddSome(_)
            | Statement::AddIf(_)
            | Statement::Measure(..)
            | Statement::Run(_)
            | Statement::Return(_)
            | Statement::Break(_) => self.values().into_iter().all(Value::only_adds),
            Statement::Charge(_)
            | Statement::Check
            | Statement::Turn
            | Statement::Refund
            | Statement::Loop(_)
            | Statement::Share { .. }
            | Statement::View { .. } => false,
        }
    }
}
