//! Evaluation over `Value`s, as the server evaluates: one function per kind of expression.
//!
//! A rule whose result shows how the server's Go works is compiled to a tree of these calls. The command's interpreter makes the same
//! calls while it walks a tree. A call defines the operation on the operands and its charge. An operand is a [`Node`]: a closure that
//! evaluates it when it is needed.
//!
//! `self.a + 1` is
//!
//! ```text
//! call(walk, &Call { function: "_+_", overload: "add_int64", .. }, &[
//!     Node::Run(2, &|walk| attribute(walk, 2, &Chain { root: Root::Name("self"), steps: &[Step::field(2, "a")] })),
//!     Node::Known(4, Value::Int(1)),
//! ])
//! ```

mod call;
mod chain;
pub mod functions;
mod literal;
mod macros;
mod message;
mod named;
mod stack;
mod walk;

pub use self::{
    call::{Apply, Call, call, in_constants, or_else, search},
    chain::{Chain, Found, Lookup, Place, Root, Step, attribute, has, has_at, look_up, name, ternary},
    literal::{Element, Entry, list, map},
    macros::{Loop, Name, all, bind, collect, exists, exists_one, transform_map, transform_map_entry},
    message::{Field, FieldType, message, no_message},
    walk::{Evaluated, Node, Run, Variable, Walk, and, evaluate, evaluate_anew, or},
};
pub use cel_types::{
    charge::{Basis, Measure},
    message::FieldReader,
};
