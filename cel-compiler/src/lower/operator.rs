//! Arithmetic, ordering and the core functions of strings, by the representations of the operands.

use crate::ast::Callee::{self, Named, Op};
use crate::ir::{Infix, Operation, Repr, Value};
use crate::schema::ListType;
use cel_types::Operator::{
    Add, Divide, Greater, GreaterEquals, Less, LessEquals, Modulo, Multiply, Negate, Not, Subtract,
};
use std::rc::Rc;

/// `left op right`
pub(super) fn binary(function: Callee<'_>, left: &Repr, right: &Repr) -> Option<Operation> {
    match function {
        Op(Add | Subtract | Multiply | Divide | Modulo) => arithmetic(function, left, right),
        Op(Less) => ordering(Infix::Less, "is_lt", left, right),
        Op(LessEquals) => ordering(Infix::LessOrEqual, "is_le", left, right),
        Op(Greater) => ordering(Infix::Greater, "is_gt", left, right),
        Op(GreaterEquals) => ordering(Infix::GreaterOrEqual, "is_ge", left, right),
        _ => None,
    }
}

/// `!x`, `-x`, `size(x)`
pub(super) fn unary(function: Callee<'_>, value: &Repr) -> Option<Operation> {
    let operand = Value::Operand(0);
    let size = |length: Value| Operation::new(Repr::Int, Value::call("ops::size_of", [length]));
    Some(match (function, value) {
        (Op(Not), Repr::Bool) => Operation::new(Repr::Bool, operand.not()),
        (Op(Negate), Repr::Int) => called(Repr::Int, true, "ops::negate_int"),
        (Op(Negate), Repr::Double) => Operation::new(Repr::Double, Value::Negative(Rc::new(operand))),
        (Named("size"), Repr::String) => called(Repr::Int, false, "ops::size_of_string"),
        (Named("size"), Repr::Bytes) => size(operand.method("len")),
        (Named("size"), Repr::List { .. } | Repr::Map { .. }) => size(operand.method("length")),
        _ => return None,
    })
}

/// `contains`, `startsWith`, `endsWith`
pub(super) fn text(function: Callee<'_>, left: &Repr, right: &Repr) -> Option<Operation> {
    let (Repr::String, Repr::String) = (left, right) else {
        return None;
    };
    let method = match function {
        Named("contains") => "contains",
        Named("startsWith") => "starts_with",
        Named("endsWith") => "ends_with",
        _ => return None,
    };
    Some(Operation::new(Repr::Bool, Value::Operand(0).method_with(method, [Value::Operand(1)])))
}

fn arithmetic(function: Callee<'_>, left: &Repr, right: &Repr) -> Option<Operation> {
    let operation = match function {
        Op(Add) => "add",
        Op(Subtract) => "subtract",
        Op(Multiply) => "multiply",
        Op(Divide) => "divide",
        _ => "modulo",
    };
    let checked = |repr: Repr, of: &str| Operation::call(repr, true, format!("ops::{operation}_{of}"), 2);
    match (left, right) {
        (Repr::Int, Repr::Int) => Some(checked(Repr::Int, "int")),
        (Repr::Uint, Repr::Uint) => Some(checked(Repr::Uint, "uint")),
        (Repr::Double, Repr::Double) => doubles(function),
        _ => match function {
            Op(Add) => addition(left, right),
            Op(Subtract) => subtraction(left, right),
            _ => None,
        },
    }
}

fn doubles(function: Callee<'_>) -> Option<Operation> {
    let operator = match function {
        Op(Add) => Infix::Add,
        Op(Subtract) => Infix::Subtract,
        Op(Multiply) => Infix::Multiply,
        Op(Divide) => Infix::Divide,
        _ => return None,
    };
    Some(infix(Repr::Double, operator))
}

fn addition(left: &Repr, right: &Repr) -> Option<Operation> {
    Some(match (left, right) {
        (Repr::String, Repr::String) => Operation::build(Repr::String, false, "ops::concat_strings", 2),
        (Repr::Bytes, Repr::Bytes) => Operation::build(Repr::Bytes, false, "ops::concat_bytes", 2),
        (Repr::List { element, set: ListType::Atomic, .. }, Repr::List { element: other, .. })
            if element == other =>
        {
            Operation::build(Repr::list((**element).clone()), false, "list::concat", 2)
        }
        (Repr::Duration, Repr::Duration) => between(Repr::Duration, "ops::add_durations"),
        (Repr::Timestamp, Repr::Duration) => between(Repr::Timestamp, "ops::add_to_timestamp"),
        (Repr::Duration, Repr::Timestamp) => {
            let sum = Value::call("ops::add_to_timestamp", [Value::Operand(1), Value::Operand(0)]);
            Operation::fallible(Repr::Timestamp, sum)
        }
        _ => return None,
    })
}

fn subtraction(left: &Repr, right: &Repr) -> Option<Operation> {
    Some(match (left, right) {
        (Repr::Duration, Repr::Duration) => between(Repr::Duration, "ops::subtract_durations"),
        (Repr::Timestamp, Repr::Duration) => between(Repr::Timestamp, "ops::subtract_from_timestamp"),
        (Repr::Timestamp, Repr::Timestamp) => between(Repr::Duration, "ops::between_timestamps"),
        _ => return None,
    })
}

/// Rust's operator compares values of one type that Rust orders. Doubles and mixed numbers are compared through `Ordering`.
fn ordering(operator: Infix, is: &'static str, left: &Repr, right: &Repr) -> Option<Operation> {
    match (left, right) {
        (Repr::Int, Repr::Int)
        | (Repr::Uint, Repr::Uint)
        | (Repr::Bool, Repr::Bool)
        | (Repr::String, Repr::String)
        | (Repr::Bytes, Repr::Bytes)
        | (Repr::Timestamp, Repr::Timestamp)
        | (Repr::Duration, Repr::Duration) => Some(infix(Repr::Bool, operator)),
        _ => mixed_ordering(is, left, right),
    }
}

fn mixed_ordering(is: &'static str, left: &Repr, right: &Repr) -> Option<Operation> {
    let (function, swapped, fallible) = match (left, right) {
        (Repr::Double, Repr::Double) => ("ops::order_doubles", false, true),
        (Repr::Int, Repr::Uint) => ("ops::order_int_uint", false, false),
        (Repr::Uint, Repr::Int) => ("ops::order_int_uint", true, false),
        (Repr::Int, Repr::Double) => ("ops::order_int_double", false, true),
        (Repr::Double, Repr::Int) => ("ops::order_int_double", true, true),
        (Repr::Uint, Repr::Double) => ("ops::order_uint_double", false, true),
        (Repr::Double, Repr::Uint) => ("ops::order_uint_double", true, true),
        _ => return None,
    };
    let order = Value::call(function, sides(swapped));
    let mapped = |order: Value, by: &str| {
        let by = Value::Path(format!("{ORDERING}{by}").into());
        order.method_with("map", [by])
    };
    let verdict = match (swapped, fallible) {
        (true, true) => mapped(mapped(order, "reverse"), is),
        (false, true) => mapped(order, is),
        (true, false) => order.method("reverse").method(is),
        (false, false) => order.method(is),
    };
    Some(Operation { repr: Repr::Bool, fallible, value: verdict })
}

/// The operands of a comparison, in the order of its function's parameters.
pub(super) fn sides(swapped: bool) -> [Value; 2] {
    if swapped { [Value::Operand(1), Value::Operand(0)] } else { [Value::Operand(0), Value::Operand(1)] }
}

/// `left operator right`
pub(super) fn infix(repr: Repr, operator: Infix) -> Operation {
    Operation::new(repr, Value::infix(operator, Value::Operand(0), Value::Operand(1)))
}

/// `function(value)`
pub(super) fn called(repr: Repr, fallible: bool, function: &'static str) -> Operation {
    Operation::call(repr, fallible, function, 1)
}

/// `function(left, right)`, a function that may overflow
fn between(repr: Repr, function: &'static str) -> Operation {
    Operation::call(repr, true, function, 2)
}

/// Path of the answers of a comparison.
pub(super) const ORDERING: &str = "::core::cmp::Ordering::";
