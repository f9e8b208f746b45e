//! `==`, `!=` and `in`, by the representations of the operands. Values of different kinds are not equal.

use super::operator::{ORDERING, infix, sides};
use crate::ast::Callee::{self, Op};
use crate::ir::{Infix, Operation, Repr, Value, scalar};
use crate::schema::ListType;
use cel_types::Operator::{Equals, In, NotEquals};
use cel_types::TypeName;

pub(super) fn operation(function: Callee<'_>, left: &Repr, right: &Repr) -> Option<Operation> {
    match function {
        Op(Equals) => equals(left, right, false),
        Op(NotEquals) => equals(left, right, true),
        Op(In) => membership(left, right),
        _ => None,
    }
}

fn equals(left: &Repr, right: &Repr, negated: bool) -> Option<Operation> {
    let operator = if negated { Infix::NotEqual } else { Infix::Equal };
    let by = |function: &'static str| {
        let equal = Value::call(function, sides(false));
        if negated { equal.not() } else { equal }
    };
    Some(match (left, right) {
        (left, right) if left == right && is_compared_by_rust(left) => infix(Repr::Bool, operator),
        (Repr::Int | Repr::Uint | Repr::Double, Repr::Int | Repr::Uint | Repr::Double) => {
            numbers(left, right, negated)?
        }
        (Repr::List { element, set: ListType::Set, .. }, Repr::List { element: other, .. })
            if element == other && is_same_in_go(element) =>
        {
            Operation::new(Repr::Bool, by("equality::sets"))
        }
        (Repr::List { element, set: ListType::Atomic, .. }, Repr::List { element: other, .. })
            if element == other && element.is_plain() =>
        {
            Operation::new(Repr::Bool, by("equality::lists"))
        }
        (Repr::Map { key, value, .. }, Repr::Map { key: other_key, value: other_value, .. })
            if key == other_key && value == other_value && value.is_plain() =>
        {
            Operation::new(Repr::Bool, by("equality::maps"))
        }
        (Repr::Object(left), Repr::Object(right)) if left == right => {
            Operation::new(Repr::Bool, by("equality::values"))
        }
        (left, right) if left == right && !negated && may_fail(left) => {
            Operation::fallible(Repr::Bool, by("equality::checked"))
        }
        (Repr::Optional(left), Repr::Optional(right)) if left == right && left.is_plain() => {
            Operation::new(Repr::Bool, by("equality::values"))
        }
        (Repr::Opaque(left), Repr::Opaque(right)) if left == right => {
            Operation::new(Repr::Bool, by("equality::values"))
        }
        (Repr::Null, Repr::Null) => constant(!negated),
        (Repr::Opaque(_), right) if right.type_name()? != TypeName::Null => incomparable(negated),
        (left, right)
            if left.is_of_object()
                && right.type_name()? != TypeName::Null
                && left.type_name()? != right.type_name()? =>
        {
            incomparable(negated)
        }
        // The list may still come from an object. Only run time knows.
        (Repr::List { .. }, right) if !right.is_list() && right.type_name()? != TypeName::Null => {
            return None;
        }
        (left, right) if left.type_name()? != right.type_name()? => constant(negated),
        _ => return None,
    })
}

/// `==` or `!=` on texts that a loop compares with each other.
pub(super) fn of_texts(function: Callee<'_>) -> Option<Operation> {
    let equal = Value::call("equality::texts", sides(false));
    let value = if function == Op(NotEquals) { equal.not() } else { equal };
    Some(Operation::new(Repr::Bool, value))
}

/// True for values that Rust's `==` compares like CEL.
fn is_compared_by_rust(repr: &Repr) -> bool {
    matches!(repr, scalar!()) && *repr != Repr::Null
}

/// A value of a Kubernetes library, or a list or map of an object, beside a value of another kind: `==` is an error, `!=` is true.
fn incomparable(negated: bool) -> Operation {
    if negated {
        return constant(true);
    }
    Operation::call(Repr::Bool, true, "ops::no_such_overload", 0)
}

/// True for a quantity, or an optional of one. With a result of `add` or `sub` on the right, `==` is an error.
fn may_fail(repr: &Repr) -> bool {
    match repr {
        Repr::Opaque(name) => *name == TypeName::Quantity,
        Repr::Optional(value) => may_fail(value),
        _ => false,
    }
}

/// Numbers of different types are compared by value; NaN equals nothing.
fn numbers(left: &Repr, right: &Repr, negated: bool) -> Option<Operation> {
    let (function, swapped) = match (left, right) {
        (Repr::Int, Repr::Uint) => ("ops::order_int_uint", false),
        (Repr::Uint, Repr::Int) => ("ops::order_int_uint", true),
        (Repr::Int, Repr::Double) => ("ops::order_int_double", false),
        (Repr::Double, Repr::Int) => ("ops::order_int_double", true),
        (Repr::Uint, Repr::Double) => ("ops::order_uint_double", false),
        (Repr::Double, Repr::Uint) => ("ops::order_uint_double", true),
        _ => return None,
    };
    let is = if negated { "is_ne" } else { "is_eq" };
    let order = Value::call(function, sides(swapped));
    let equal = match (left, right) {
        (Repr::Int, Repr::Uint) | (Repr::Uint, Repr::Int) => order.method(is),
        _ => {
            let is = Value::Path(format!("{ORDERING}{is}").into());
            order.method_with("map_or", [Value::Bool(negated), is])
        }
    };
    Some(Operation::new(Repr::Bool, equal))
}

/// True for elements of sets that Go compares like CEL.
fn is_same_in_go(repr: &Repr) -> bool {
    matches!(repr, Repr::Bool | Repr::Int | Repr::Double | Repr::String | Repr::Bytes | Repr::Duration)
}

fn constant(value: bool) -> Operation {
    Operation::new(Repr::Bool, Value::Bool(value))
}

fn membership(left: &Repr, right: &Repr) -> Option<Operation> {
    let function = match right {
        Repr::List { element, .. } if **element == *left && left.is_plain() => "equality::contains",
        Repr::Map { key, .. } if **key == *left => "map::contains",
        _ => return None,
    };
    Some(Operation::new(Repr::Bool, Value::call(function, sides(true))))
}
