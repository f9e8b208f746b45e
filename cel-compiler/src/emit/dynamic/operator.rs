//! Operators and functions that ask `Value`s themselves which overload they are.

use super::super::{Form, Operation, conversion::type_name};
use crate::decls::{OverloadDecl, TypePattern};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A list function with one overload left: the server asks whether the first element is of its type.
pub(super) fn of_type(function: &str, overload: &OverloadDecl) -> Option<Operation> {
    let (form, name) = match function {
        "sum" => (Form::Dynamic, "sum_of"),
        "min" => (Form::Dynamic, "min_of"),
        "max" => (Form::Dynamic, "max_of"),
        "isSorted" => (Form::Bool, "is_sorted_of"),
        _ => return None,
    };
    let [TypePattern::List(element)] = overload.args else {
        return None;
    };
    let element = type_name(Form::built(&element.declared()).type_name()?);
    let name = format_ident!("{name}");
    let call = move |o: &[TokenStream]| quote!(dynamic::#name(cost.arena(), #element, #(#o),*));
    Some(Operation::fallible(form, call).delimited())
}

/// The operators and functions that ask the values themselves.
pub(super) fn operator(function: &str) -> Option<Operation> {
    Some(match function {
        "_+_" => Operation::fallible(Form::Dynamic, |o| {
            let (left, right) = (&o[0], &o[1]);
            quote!(dynamic::add(cost.arena(), #left, #right))
        })
        .delimited(),
        "_-_" => called(Form::Dynamic, true, "subtract"),
        "_*_" => called(Form::Dynamic, true, "multiply"),
        "_/_" => called(Form::Dynamic, true, "divide"),
        "_%_" => called(Form::Dynamic, true, "modulo"),
        "-_" => called(Form::Dynamic, true, "negate"),
        "!_" => called(Form::Bool, true, "not"),
        "_==_" => called(Form::Bool, true, "equal"),
        "_!=_" => called(Form::Bool, false, "not_equal"),
        "@in" => called(Form::Bool, true, "contains"),
        "size" => called(Form::Int, true, "size"),
        "_<_" => ordering(function, "is_lt"),
        "_<=_" => ordering(function, "is_le"),
        "_>_" => ordering(function, "is_gt"),
        "_>=_" => ordering(function, "is_ge"),
        "contains" => text(quote!(ops::contains)),
        "startsWith" => text(quote!(ops::starts_with)),
        "endsWith" => text(quote!(ops::ends_with)),
        "sum" | "min" | "max" | "sort" | "distinct" => building(Form::Dynamic, function),
        "isSorted" => building(Form::Bool, "is_sorted"),
        "@sortByAssociatedKeys" => building(Form::list(Form::Dynamic), "sort_by_keys"),
        "flatten" => Operation::fallible(Form::list(Form::Dynamic), |o| match o {
            [list] => quote!(dynamic::flatten(cost.arena(), #list)),
            _ => quote!(dynamic::flatten_to(cost.arena(), #(#o),*)),
        })
        .delimited(),
        "optional.unwrap" | "unwrapOpt" => {
            let function = function.to_owned();
            Operation::fallible(Form::list(Form::Dynamic), move |o| {
                let list = &o[0];
                quote!(dynamic::unwrap(cost.arena(), #list, #function))
            })
            .delimited()
        }
        "sets.contains" => building(Form::Bool, "sets_contains"),
        "sets.equivalent" => building(Form::Bool, "sets_equivalent"),
        "sets.intersects" => building(Form::Bool, "sets_intersects"),
        "includes" => called(Form::Bool, false, "includes"),
        "matches" => building(Form::Bool, "matches"),
        "hasValue" => building(Form::Bool, "has_value"),
        "value" => building(Form::Dynamic, "value"),
        "type" => Operation::new(Form::Type, |o| {
            let value = &o[0];
            quote!(#value.type_name())
        }),
        "optional.ofNonZeroValue" => Operation::new(Form::Optional(Form::Dynamic.into()), |o| {
            let value = &o[0];
            quote!(Some(#value).filter(|value| !dynamic::is_zero(*value)))
        })
        .delimited(),
        _ => return None,
    })
}

pub(super) fn called(form: Form, fallible: bool, function: &str) -> Operation {
    let function = format_ident!("{function}");
    let tokens = move |o: &[TokenStream]| quote!(dynamic::#function(#(#o),*));
    if fallible { Operation::fallible(form, tokens) } else { Operation::new(form, tokens) }.delimited()
}

pub(super) fn building(form: Form, function: &str) -> Operation {
    let function = format_ident!("{function}");
    Operation::fallible(form, move |o| quote!(dynamic::#function(cost.arena(), #(#o),*))).delimited()
}

fn ordering(operator: &str, is: &str) -> Operation {
    let (operator, is) = (operator.to_owned(), format_ident!("{is}"));
    Operation::fallible(Form::Bool, move |o| {
        let (left, right) = (&o[0], &o[1]);
        quote!(dynamic::order(#left, #right, #operator).map(::core::cmp::Ordering::#is))
    })
    .delimited()
}

fn text(test: TokenStream) -> Operation {
    Operation::fallible(Form::Bool, move |o| {
        let (value, part) = (&o[0], &o[1]);
        quote!(dynamic::text(#value, #part, #test))
    })
    .delimited()
}
