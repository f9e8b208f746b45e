//! `==`, `!=` and `in`, by the forms of the operands; values of different kinds are not equal.

use super::{Form, Level, Operation, form::Flavour};
use crate::ast::Callee::{self, Op};
use cel_types::Operator::{Equals, In, NotEquals};
use cel_types::TypeName;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn operation(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
    match function {
        Op(Equals) => equals(left, right, false),
        Op(NotEquals) => equals(left, right, true),
        Op(In) => membership(left, right),
        _ => None,
    }
}

fn equals(left: &Form, right: &Form, negated: bool) -> Option<Operation> {
    let not = negated.then(|| quote!(!));
    let operator = if negated { quote!(!=) } else { quote!(==) };
    let is = if negated { quote!(is_ne) } else { quote!(is_eq) };
    let plain = move |o: &[TokenStream]| {
        let (left, right) = (&o[0], &o[1]);
        quote!(#left #operator #right)
    };
    let by = |function: TokenStream| {
        move |o: &[TokenStream]| {
            let (left, right) = (&o[0], &o[1]);
            quote!(#not #function(#left, #right))
        }
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
        | (Form::Duration, Form::Duration) => Operation::new(Form::Bool, plain).at(Level::Comparison),
        (Form::Int | Form::Uint | Form::Double, Form::Int | Form::Uint | Form::Double) => {
            numbers(left, right, is)?
        }
        (Form::List { element, set: Flavour::Set, .. }, Form::List { element: other, .. })
            if element == other && is_same_in_go(element) =>
        {
            Operation::new(Form::Bool, by(quote!(equality::sets))).delimited()
        }
        (Form::List { element, set: Flavour::Atomic, .. }, Form::List { element: other, .. })
            if element == other && element.is_plain() =>
        {
            Operation::new(Form::Bool, by(quote!(equality::lists))).delimited()
        }
        (Form::Map { key, value, .. }, Form::Map { key: other_key, value: other_value, .. })
            if key == other_key && value == other_value && value.is_plain() =>
        {
            Operation::new(Form::Bool, by(quote!(equality::maps))).delimited()
        }
        (Form::Object(left), Form::Object(right)) if left == right => {
            Operation::new(Form::Bool, by(quote!(equality::values))).delimited()
        }
        (left, right) if left == right && !negated && may_fail(left) => {
            Operation::fallible(Form::Bool, by(quote!(equality::checked))).delimited()
        }
        (Form::Optional(left), Form::Optional(right)) if left == right && left.is_plain() => {
            Operation::new(Form::Bool, by(quote!(equality::values))).delimited()
        }
        (Form::Opaque(left), Form::Opaque(right)) if left == right => {
            Operation::new(Form::Bool, by(quote!(equality::values))).delimited()
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
    Operation { fallible: true, ..Operation::constant(Form::Bool, quote!(ops::no_such_overload())) }
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
fn numbers(left: &Form, right: &Form, is: TokenStream) -> Option<Operation> {
    let nan_differs = is.to_string() == "is_ne";
    let (function, swapped) = match (left, right) {
        (Form::Int, Form::Uint) => (quote!(ops::order_int_uint), false),
        (Form::Uint, Form::Int) => (quote!(ops::order_int_uint), true),
        (Form::Int, Form::Double) => (quote!(ops::order_int_double), false),
        (Form::Double, Form::Int) => (quote!(ops::order_int_double), true),
        (Form::Uint, Form::Double) => (quote!(ops::order_uint_double), false),
        (Form::Double, Form::Uint) => (quote!(ops::order_uint_double), true),
        _ => return None,
    };
    let exact = matches!((left, right), (Form::Int, Form::Uint) | (Form::Uint, Form::Int));
    Some(
        Operation::new(Form::Bool, move |o| {
            let (left, right) = if swapped { (&o[1], &o[0]) } else { (&o[0], &o[1]) };
            if exact {
                quote!(#function(#left, #right).#is())
            } else {
                quote!(#function(#left, #right).map_or(#nan_differs, ::core::cmp::Ordering::#is))
            }
        })
        .delimited(),
    )
}

/// True for elements of sets that Go compares as CEL does.
fn is_same_in_go(form: &Form) -> bool {
    matches!(form, Form::Bool | Form::Int | Form::Double | Form::String | Form::Bytes | Form::Duration)
}

fn constant(value: bool) -> Operation {
    Operation::constant(Form::Bool, quote!(#value))
}

fn membership(left: &Form, right: &Form) -> Option<Operation> {
    match right {
        Form::List { element, .. } if **element == *left && left.is_plain() => Some(
            Operation::new(Form::Bool, |o| {
                let (value, list) = (&o[0], &o[1]);
                quote!(equality::contains(#list, #value))
            })
            .delimited(),
        ),
        Form::Map { key, .. } if **key == *left => Some(
            Operation::new(Form::Bool, |o| {
                let (key, map) = (&o[0], &o[1]);
                quote!(map::contains(#map, #key))
            })
            .delimited(),
        ),
        _ => None,
    }
}
