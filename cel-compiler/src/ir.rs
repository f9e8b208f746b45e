//! The intermediate representation: the Rust computation of a rule, as data that passes and tests can inspect.
//!
//! Statements stand in the server's order of evaluation. A pass never moves a charge above 1 across another one, and never moves a unit
//! across such a charge: the cost at which `self.items.all(i, i.name == 'x')` reaches its limit can be observed.

mod bound;
mod build;
mod conversion;
mod function;
mod names;
mod operation;
mod repr;
mod rewrite;
mod tree;
mod walk;

pub(crate) use function::{ARRAY, Function, Part, Static, Statics};
pub(crate) use names::Names;
pub(crate) use operation::{Facts, Operand, Operation, Presence};
pub(crate) use repr::scalar;
pub(crate) use rewrite::changed;
pub(crate) use tree::{
    Body, Builtin, Closure, Conversion, Exact, Infix, JsonPart, Let, Level, Lift, Local, Loop, NODE, Path,
    Pattern, Read, Repr, Source, Statement, Type, Value,
};
pub(crate) use walk::Steps;
