//! Arithmetic, ordering and the core functions of strings, by the forms of the operands.

use super::{Form, form::Flavour};
use crate::ast::Callee::{self, Named, Op};
use crate::ir::{Infix, Operation, Value};
use cel_types::Operator::{
    Add, Divide, Greater, GreaterEquals, Less, LessEquals, Modulo, Multiply, Negate, Not, Subtract,
};
use std::rc::Rc;

/// `left op right`
pub(super) fn binary(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
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
pub(super) fn unary(function: Callee<'_>, value: &Form) -> Option<Operation> {
    let operand = Value::Operand(0);
    let size = |length: Value| Operation::new(Form::Int, Value::call("ops::size_of", [length]));
    Some(match (function, value) {
        (Op(Not), Form::Bool) => Operation::new(Form::Bool, operand.not()),
        (Op(Negate), Form::Int) => called(Form::Int, true, "ops::negate_int"),
        (Op(Negate), Form::Double) => Operation::new(Form::Double, Value::Negative(Rc::new(operand))),
        (Named("size"), Form::String) => called(Form::Int, false, "ops::size_of_string"),
        (Named("size"), Form::Bytes) => size(operand.method("len")),
        (Named("size"), Form::List { .. } | Form::Map { .. }) => size(operand.method("length")),
        _ => return None,
    })
}

/// `contains`, `startsWith`, `endsWith`
pub(super) fn text(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
    let (Form::String, Form::String) = (left, right) else {
        return None;
    };
    let method = match function {
        Named("contains") => "contains",
        Named("startsWith") => "starts_with",
        Named("endsWith") => "ends_with",
        _ => return None,
    };
    Some(Operation::new(Form::Bool, Value::Operand(0).method_with(method, [Value::Operand(1)])))
}

fn arithmetic(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
    let operation = match function {
        Op(Add) => "add",
        Op(Subtract) => "subtract",
        Op(Multiply) => "multiply",
        Op(Divide) => "divide",
        _ => "modulo",
    };
    let checked = |form: Form, of: &str| Operation::call(form, true, format!("ops::{operation}_{of}"), 2);
    match (left, right) {
        (Form::Int, Form::Int) => Some(checked(Form::Int, "int")),
        (Form::Uint, Form::Uint) => Some(checked(Form::Uint, "uint")),
        (Form::Double, Form::Double) => doubles(function),
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
    Some(infix(Form::Double, operator))
}

fn addition(left: &Form, right: &Form) -> Option<Operation> {
    Some(match (left, right) {
        (Form::String, Form::String) => Operation::build(Form::String, false, "ops::concat_strings", 2),
        (Form::Bytes, Form::Bytes) => Operation::build(Form::Bytes, false, "ops::concat_bytes", 2),
        (Form::List { element, set: Flavour::Atomic, .. }, Form::List { element: other, .. })
            if element == other =>
        {
            Operation::build(Form::list((**element).clone()), false, "list::concat", 2)
        }
        (Form::Duration, Form::Duration) => between(Form::Duration, "ops::add_durations"),
        (Form::Timestamp, Form::Duration) => between(Form::Timestamp, "ops::add_to_timestamp"),
        (Form::Duration, Form::Timestamp) => {
            let sum = Value::call("ops::add_to_timestamp", [Value::Operand(1), Value::Operand(0)]);
            Operation::fallible(Form::Timestamp, sum)
        }
        _ => return None,
    })
}

fn subtraction(left: &Form, right: &Form) -> Option<Operation> {
    Some(match (left, right) {
        (Form::Duration, Form::Duration) => between(Form::Duration, "ops::subtract_durations"),
        (Form::Timestamp, Form::Duration) => between(Form::Timestamp, "ops::subtract_from_timestamp"),
        (Form::Timestamp, Form::Timestamp) => between(Form::Duration, "ops::between_timestamps"),
        _ => return None,
    })
}

/// Values of one type that Rust orders are compared by its operator, doubles and mixed numbers through `Ordering`.
fn ordering(operator: Infix, is: &'static str, left: &Form, right: &Form) -> Option<Operation> {
    match (left, right) {
        (Form::Int, Form::Int)
        | (Form::Uint, Form::Uint)
        | (Form::Bool, Form::Bool)
        | (Form::String, Form::String)
        | (Form::Bytes, Form::Bytes)
        | (Form::Timestamp, Form::Timestamp)
        | (Form::Duration, Form::Duration) => Some(infix(Form::Bool, operator)),
        _ => mixed_ordering(is, left, right),
    }
}

fn mixed_ordering(is: &'static str, left: &Form, right: &Form) -> Option<Operation> {
    let (function, swapped, fallible) = match (left, right) {
        (Form::Double, Form::Double) => ("ops::order_doubles", false, true),
        (Form::Int, Form::Uint) => ("ops::order_int_uint", false, false),
        (Form::Uint, Form::Int) => ("ops::order_int_uint", true, false),
        (Form::Int, Form::Double) => ("ops::order_int_double", false, true),
        (Form::Double, Form::Int) => ("ops::order_int_double", true, true),
        (Form::Uint, Form::Double) => ("ops::order_uint_double", false, true),
        (Form::Double, Form::Uint) => ("ops::order_uint_double", true, true),
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
    Some(Operation { form: Form::Bool, fallible, value: verdict })
}

/// The operands of a comparison in the order in which its function takes them.
pub(super) fn sides(swapped: bool) -> [Value; 2] {
    if swapped { [Value::Operand(1), Value::Operand(0)] } else { [Value::Operand(0), Value::Operand(1)] }
}

/// `left operator right`
pub(super) fn infix(form: Form, operator: Infix) -> Operation {
    Operation::new(form, Value::infix(operator, Value::Operand(0), Value::Operand(1)))
}

/// `function(value)`
pub(super) fn called(form: Form, fallible: bool, function: &'static str) -> Operation {
    Operation::call(form, fallible, function, 1)
}

/// `function(left, right)`, which may overflow
fn between(form: Form, function: &'static str) -> Operation {
    Operation::call(form, true, function, 2)
}

/// Where the answers about an order are.
pub(super) const ORDERING: &str = "::core::cmp::Ordering::";
