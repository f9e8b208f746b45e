//! Operands (values with their representation) and operations over them.

use super::{Local, Repr, Value};
use crate::plan::Constant;

/// A value of an expression. It has no effects, so it may stand anywhere after the statements that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) repr: Repr,
    /// The value is a `Result`.
    pub(crate) fallible: bool,
    /// For a condition such as `has(self.a)`: what it shows.
    pub(crate) facts: Facts,
    /// For `type(x)`: the read of `x`, if only run time knows its type.
    pub(crate) type_of: Option<Value>,
}

/// What a condition shows: `has(self.a) && has(self.b)` shows two properties if it holds, and nothing if it does not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) if_true: Vec<Presence>,
    pub(crate) if_false: Vec<Presence>,
}

/// A condition's answer about a read: the property is there, or the value has a representation.
#[derive(Clone, Debug)]
pub(crate) struct Presence {
    /// The read. It gives an `Option` or a `Value`, perhaps in a `Result`.
    pub(crate) read: Value,
    /// Part of the name for its value.
    pub(crate) property: String,
    /// For a `Value`: the representation that the condition asks for.
    pub(crate) repr: Option<Repr>,
    /// It is all that the condition asks for.
    pub(crate) is_whole: bool,
}

/// A computation over the values of some operands.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) repr: Repr,
    /// The value is a `Result`.
    pub(crate) fallible: bool,
    /// What it computes, over [`Value::Operand`].
    pub(crate) value: Value,
}

impl Facts {
    /// What a condition shows that asks for a property. If it is `negated`, it asks for its absence.
    pub(crate) fn of(presence: Presence, negated: bool) -> Self {
        let facts = Facts { if_true: vec![presence], if_false: Vec::new() };
        if negated { facts.negated() } else { facts }
    }

    /// What `!condition` shows.
    pub(crate) fn negated(self) -> Self {
        Facts { if_true: self.if_false, if_false: self.if_true }
    }

    /// What it shows with an outcome.
    pub(crate) fn with(&self, outcome: bool) -> &[Presence] {
        if outcome { &self.if_true } else { &self.if_false }
    }
}

impl Operand {
    pub(crate) fn new(value: impl Into<Value>, repr: Repr) -> Self {
        Operand { value: value.into(), repr, fallible: false, facts: Facts::default(), type_of: None }
    }

    pub(crate) fn fallible(value: impl Into<Value>, repr: Repr) -> Self {
        Operand { fallible: true, ..Operand::new(value, repr) }
    }

    /// A name.
    pub(crate) fn name(name: &Local, repr: Repr) -> Self {
        Operand::new(name, repr)
    }

    /// Its constant, if it is one.
    pub(crate) fn constant(&self) -> Option<&Constant> {
        match &self.value {
            Value::Constant(constant, _) => Some(constant),
            _ => None,
        }
    }

    /// True for a name, a literal and a field. Their code is cheap to repeat.
    pub(crate) fn is_repeatable(&self) -> bool {
        match &self.value {
            Value::Local(_) | Value::Constant(..) => true,
            Value::Read(_, read) => !read.is_optional,
            _ => false,
        }
    }

    /// The value as a `Result`.
    pub(crate) fn into_result(self) -> Value {
        if self.fallible { self.value } else { self.value.within("Ok") }
    }
}

impl Operation {
    pub(crate) fn new(repr: Repr, value: Value) -> Self {
        Operation { repr, fallible: false, value }
    }

    pub(crate) fn fallible(repr: Repr, value: Value) -> Self {
        Operation { fallible: true, ..Operation::new(repr, value) }
    }

    /// `path(operands)`
    pub(crate) fn call(repr: Repr, fallible: bool, path: impl Into<super::Path>, operands: usize) -> Self {
        Operation { repr, fallible, value: Value::call(path, arguments(operands)) }
    }

    /// `path(arena, operands)`
    pub(crate) fn build(repr: Repr, fallible: bool, path: impl Into<super::Path>, operands: usize) -> Self {
        Operation { repr, fallible, value: Value::build(path, arguments(operands)) }
    }
}

/// The operands of an operation in their order.
fn arguments(operands: usize) -> Vec<Value> {
    (0..operands).map(Value::Operand).collect()
}
