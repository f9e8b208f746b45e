//! The intermediate representation: a rule as Rust computes it, as data that passes and tests can look at.
//!
//! Statements stand in the server's order of evaluation. A pass never moves a charge above 1 across another one, and never moves a unit
//! across such a charge: the cost at which `self.items.all(i, i.name == 'x')` reaches its limit can be observed.

mod conversion;
mod function;
mod operation;
mod repr;
mod statement;
mod value;

pub(crate) use conversion::{Conversion, JsonPart};
pub(crate) use function::{Function, Part, Patterns};
pub(crate) use operation::{Operand, Operation, Presence};
pub(crate) use repr::{Repr, scalar};
pub(crate) use statement::{Body, Let, Loop, Statement, Type};
pub(crate) use value::{Closure, Exact, Infix, Level, Lift, Local, Path, Pattern, Read, Source, Value};
