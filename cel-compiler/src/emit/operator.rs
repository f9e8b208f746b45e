//! Arithmetic, ordering and the core functions of strings, by the forms of the operands.

use super::{Form, Level, Operation, form::Flavour};
use crate::ast::Callee::{self, Named, Op};
use cel_types::Operator::{
    Add, Divide, Greater, GreaterEquals, Less, LessEquals, Modulo, Multiply, Negate, Not, Subtract,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::rc::Rc;

/// `left op right`
pub(super) fn binary(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
    match function {
        Op(Add | Subtract | Multiply | Divide | Modulo) => arithmetic(function, left, right),
        Op(Less) => ordering(quote!(<), quote!(is_lt), left, right),
        Op(LessEquals) => ordering(quote!(<=), quote!(is_le), left, right),
        Op(Greater) => ordering(quote!(>), quote!(is_gt), left, right),
        Op(GreaterEquals) => ordering(quote!(>=), quote!(is_ge), left, right),
        _ => None,
    }
}

/// `!x`, `-x`, `size(x)`
pub(super) fn unary(function: Callee<'_>, value: &Form) -> Option<Operation> {
    Some(match (function, value) {
        (Op(Not), Form::Bool) => Operation::new(Form::Bool, |o| {
            let value = &o[0];
            quote!(!#value)
        })
        .at(Level::Arithmetic),
        (Op(Negate), Form::Int) => called(Form::Int, true, "negate_int"),
        (Op(Negate), Form::Double) => Operation::new(Form::Double, |o| {
            let value = &o[0];
            quote!(-#value)
        })
        .at(Level::Arithmetic),
        (Named("size"), Form::String) => called(Form::Int, false, "size_of_string"),
        (Named("size"), Form::Bytes) => Operation::new(Form::Int, |o| {
            let value = &o[0];
            quote!(ops::size_of(#value.len()))
        }),
        (Named("size"), Form::List { .. } | Form::Map { .. }) => Operation::new(Form::Int, |o| {
            let value = &o[0];
            quote!(ops::size_of(#value.length()))
        }),
        _ => return None,
    })
}

/// `contains`, `startsWith`, `endsWith`
pub(super) fn text(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
    let (Form::String, Form::String) = (left, right) else {
        return None;
    };
    let method = match function {
        Named("contains") => format_ident!("contains"),
        Named("startsWith") => format_ident!("starts_with"),
        Named("endsWith") => format_ident!("ends_with"),
        _ => return None,
    };
    Some(Operation::new(Form::Bool, move |o| {
        let (text, part) = (&o[0], &o[1]);
        quote!(#text.#method(#part))
    }))
}

fn arithmetic(function: Callee<'_>, left: &Form, right: &Form) -> Option<Operation> {
    let operation = match function {
        Op(Add) => "add",
        Op(Subtract) => "subtract",
        Op(Multiply) => "multiply",
        Op(Divide) => "divide",
        _ => "modulo",
    };
    match (left, right) {
        (Form::Int, Form::Int) => Some(called(Form::Int, true, &format!("{operation}_int"))),
        (Form::Uint, Form::Uint) => Some(called(Form::Uint, true, &format!("{operation}_uint"))),
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
        Op(Add) => quote!(+),
        Op(Subtract) => quote!(-),
        Op(Multiply) => quote!(*),
        Op(Divide) => quote!(/),
        _ => return None,
    };
    Some(
        Operation::new(Form::Double, move |o| {
            let (left, right) = (&o[0], &o[1]);
            quote!(#left #operator #right)
        })
        .at(Level::Arithmetic),
    )
}

fn addition(left: &Form, right: &Form) -> Option<Operation> {
    Some(match (left, right) {
        (Form::String, Form::String) => building(Form::String, quote!(ops::concat_strings)),
        (Form::Bytes, Form::Bytes) => building(Form::Bytes, quote!(ops::concat_bytes)),
        (Form::List { element, set: Flavour::Atomic, .. }, Form::List { element: other, .. })
            if element == other =>
        {
            building(
                Form::List { element: Rc::clone(element), native: false, set: Flavour::Atomic },
                quote!(list::concat),
            )
        }
        (Form::Duration, Form::Duration) => called(Form::Duration, true, "add_durations"),
        (Form::Timestamp, Form::Duration) => called(Form::Timestamp, true, "add_to_timestamp"),
        (Form::Duration, Form::Timestamp) => Operation::fallible(Form::Timestamp, |o| {
            let (left, right) = (&o[0], &o[1]);
            quote!(ops::add_to_timestamp(#right, #left))
        }),
        _ => return None,
    })
}

fn subtraction(left: &Form, right: &Form) -> Option<Operation> {
    Some(match (left, right) {
        (Form::Duration, Form::Duration) => called(Form::Duration, true, "subtract_durations"),
        (Form::Timestamp, Form::Duration) => called(Form::Timestamp, true, "subtract_from_timestamp"),
        (Form::Timestamp, Form::Timestamp) => called(Form::Duration, true, "between_timestamps"),
        _ => return None,
    })
}

/// Values of one type that Rust orders are compared by its operator, doubles and mixed numbers through `Ordering`.
fn ordering(operator: TokenStream, is: TokenStream, left: &Form, right: &Form) -> Option<Operation> {
    match (left, right) {
        (Form::Int, Form::Int)
        | (Form::Uint, Form::Uint)
        | (Form::Bool, Form::Bool)
        | (Form::String, Form::String)
        | (Form::Bytes, Form::Bytes)
        | (Form::Timestamp, Form::Timestamp)
        | (Form::Duration, Form::Duration) => Some(
            Operation::new(Form::Bool, move |o| {
                let (left, right) = (&o[0], &o[1]);
                quote!(#left #operator #right)
            })
            .at(Level::Comparison),
        ),
        _ => mixed_ordering(is, left, right),
    }
}

fn mixed_ordering(is: TokenStream, left: &Form, right: &Form) -> Option<Operation> {
    let (function, swapped, fallible) = match (left, right) {
        (Form::Double, Form::Double) => ("order_doubles", false, true),
        (Form::Int, Form::Uint) => ("order_int_uint", false, false),
        (Form::Uint, Form::Int) => ("order_int_uint", true, false),
        (Form::Int, Form::Double) => ("order_int_double", false, true),
        (Form::Double, Form::Int) => ("order_int_double", true, true),
        (Form::Uint, Form::Double) => ("order_uint_double", false, true),
        (Form::Double, Form::Uint) => ("order_uint_double", true, true),
        _ => return None,
    };
    let function = format_ident!("{function}");
    let tokens = move |o: &[TokenStream]| {
        let (left, right) = if swapped { (&o[1], &o[0]) } else { (&o[0], &o[1]) };
        if fallible {
            let reverse = swapped.then(|| quote!(.map(::core::cmp::Ordering::reverse)));
            quote!(ops::#function(#left, #right) #reverse .map(::core::cmp::Ordering::#is))
        } else {
            let reverse = swapped.then(|| quote!(.reverse()));
            quote!(ops::#function(#left, #right) #reverse .#is())
        }
    };
    Some(
        if fallible { Operation::fallible(Form::Bool, tokens) } else { Operation::new(Form::Bool, tokens) }
            .delimited(),
    )
}

/// `ops::function(operands)`
pub(super) fn called(form: Form, fallible: bool, function: &str) -> Operation {
    let function = format_ident!("{function}");
    let tokens = move |o: &[TokenStream]| quote!(ops::#function(#(#o),*));
    if fallible { Operation::fallible(form, tokens) } else { Operation::new(form, tokens) }
}

/// `function(arena, operands)`: builds a value.
pub(super) fn building(form: Form, function: TokenStream) -> Operation {
    Operation::new(form, move |o| quote!(#function(cost.arena(), #(#o),*))).delimited()
}
