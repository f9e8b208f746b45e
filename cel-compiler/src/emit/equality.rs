//! `==`, `!=` and `in`, by the forms of the operands; values of different kinds are not equal.

use super::{
    Form,
    form::Flavour,
    operator::{ORDERING, infix, sides},
};
use crate::ast::Callee::{self, Op};
use crate::ir::{Infix, Operation, Value};
use cel_types::Operator::{Equals, In, NotEquals};
use cel_types::TypeName;

pub(super) fn operation(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
    match function {
        Op(Equals) => equals(left, right, false),
        Op(NotEquals) => equals(left, right, true),
        Op(In) => membership(left, right),
        _ => None,
    }
}

fn equals(left: &Form, right: &Form, negated: bool) -> Option<Operation> {
    let operator = if negated { Infix::NotEqual } else { Infix::Equal };
    let by = |function: &'static str| {
        let equal = Value::call(function, sides(false));
        if negated { equal.not() } else { equal }
    };
    Some(match (left, right) {
        (Form::Int, Form::Int)
        | (Form::Uint, Form::Uint)
        | (Form::Double, Form::Double)
        | (Form::Bool, Form::Bool)
        | (Form::String, Form::String)
        | (Form::Type, Form::Type)
        | (Form::Bytes, Form::Bytes)
        | (Form::Timestamp, Form::Timestamp)
        | (Form::Duration, Form::Duration) => infix(Form::Bool, operator),
        (Form::Int | Form::Uint | Form::Double, Form::Int | Form::Uint | Form::Double) => {
            numbers(left, right, negated)?
        }
        (Form::List { element, set: Flavour::Set, .. }, Form::List { element: other, .. })
            if element == other && is_same_in_go(element) =>
        {
            Operation::new(Form::Bool, by("equality::sets"))
        }
        (Form::List { element, set: Flavour::Atomic, .. }, Form::List { element: other, .. })
            if element == other && element.is_plain() =>
        {
            Operation::new(Form::Bool, by("equality::lists"))
        }
        (Form::Map { key, value, .. }, Form::Map { key: other_key, value: other_value, .. })
            if key == other_key && value == other_value && value.is_plain() =>
        {
            Operation::new(Form::Bool, by("equality::maps"))
        }
        (Form::Object(left), Form::Object(right)) if left == right => {
            Operation::new(Form::Bool, by("equality::values"))
        }
        (left, right) if left == right && !negated && may_fail(left) => {
            Operation::fallible(Form::Bool, by("equality::checked"))
        }
        (Form::Optional(left), Form::Optional(right)) if left == right && left.is_plain() => {
            Operation::new(Form::Bool, by("equality::values"))
        }
        (Form::Opaque(left), Form::Opaque(right)) if left == right => {
            Operation::new(Form::Bool, by("equality::values"))
        }
        (Form::Null, Form::Null) => constant(!negated),
        (Form::Opaque(_), right) if right.type_name()? != TypeName::Null => incomparable(negated),
        (left, right)
            if left.is_of_object()
                && right.type_name()? != TypeName::Null
                && left.type_name()? != right.type_name()? =>
        {
            incomparable(negated)
        }
        // It may be a list of an object all the same, which comes out at run time.
        (Form::List { .. }, right) if !right.is_list() && right.type_name()? != TypeName::Null => {
            return None;
        }
        (left, right) if left.type_name()? != right.type_name()? => constant(negated),
        _ => return None,
    })
}

/// Values of Kubernetes' libraries, and lists and maps of objects, are not asked about other kinds: that is an error, and whatever is not equal is unequal.
fn incomparable(negated: bool) -> Operation {
    if negated {
        return constant(true);
    }
    Operation::call(Form::Bool, true, "ops::no_such_overload", 0)
}

/// A quantity, or an optional of one: those made by `add` and `sub` cannot be compared with.
fn may_fail(form: &Form) -> bool {
    match form {
        Form::Opaque(name) => *name == TypeName::Quantity,
        Form::Optional(value) => may_fail(value),
        _ => false,
    }
}

/// Numbers of different types are compared by value; NaN equals nothing.
fn numbers(left: &Form, right: &Form, negated: bool) -> Option<Operation> {
    let (function, swapped) = match (left, right) {
        (Form::Int, Form::Uint) => ("ops::order_int_uint", false),
        (Form::Uint, Form::Int) => ("ops::order_int_uint", true),
        (Form::Int, Form::Double) => ("ops::order_int_double", false),
        (Form::Double, Form::Int) => ("ops::order_int_double", true),
        (Form::Uint, Form::Double) => ("ops::order_uint_double", false),
        (Form::Double, Form::Uint) => ("ops::order_uint_double", true),
        _ => return None,
    };
    let is = if negated { "is_ne" } else { "is_eq" };
    let order = Value::call(function, sides(swapped));
    let equal = match (left, right) {
        (Form::Int, Form::Uint) | (Form::Uint, Form::Int) => order.method(is),
        _ => {
            let is = Value::Path(format!("{ORDERING}{is}").into());
            order.method_with("map_or", [Value::Bool(negated), is])
        }
    };
    Some(Operation::new(Form::Bool, equal))
}

/// True for elements of sets that Go compares as CEL does.
fn is_same_in_go(form: &Form) -> bool {
    matches!(form, Form::Bool | Form::Int | Form::Double | Form::String | Form::Bytes | Form::Duration)
}

fn constant(value: bool) -> Operation {
    Operation::new(Form::Bool, Value::Bool(value))
}

fn membership(left: &Form, right: &Form) -> Option<Operation> {
    let function = match right {
        Form::List { element, .. } if **element == *left && left.is_plain() => "equality::contains",
        Form::Map { key, .. } if **key == *left => "map::contains",
        _ => return None,
    };
    Some(Operation::new(Form::Bool, Value::call(function, sides(true))))
}
