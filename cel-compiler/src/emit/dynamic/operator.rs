//! Operators and functions that ask `Value`s themselves which overload they are.

use super::super::{Form, Operation, conversion::type_name};
use crate::ast::Callee::{self, Named, Op};
use crate::library::{OverloadDecl, TypePattern};
use cel_types::Operator::{
    Add, Divide, Equals, Greater, GreaterEquals, In, Less, LessEquals, Modulo, Multiply, Negate, Not,
    NotEquals, Subtract,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A list function with one overload left: the server asks whether the first element is of its type.
pub(super) fn of_type(function: Callee<'_>, overload: &OverloadDecl) -> Option<Operation> {
    let (form, name) = match function {
        Named("sum") => (Form::Dynamic, "sum_of"),
        Named("min") => (Form::Dynamic, "min_of"),
        Named("max") => (Form::Dynamic, "max_of"),
        Named("isSorted") => (Form::Bool, "is_sorted_of"),
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
pub(super) fn operator(function: Callee<'_>) -> Option<Operation> {
    Some(match function {
        Op(Add) => Operation::fallible(Form::Dynamic, |o| {
            let (left, right) = (&o[0], &o[1]);
            quote!(dynamic::add(cost.arena(), #left, #right))
        })
        .delimited(),
        Op(Subtract) => called(Form::Dynamic, true, "subtract"),
        Op(Multiply) => called(Form::Dynamic, true, "multiply"),
        Op(Divide) => called(Form::Dynamic, true, "divide"),
        Op(Modulo) => called(Form::Dynamic, true, "modulo"),
        Op(Negate) => called(Form::Dynamic, true, "negate"),
        Op(Not) => called(Form::Bool, true, "not"),
        Op(Equals) => called(Form::Bool, true, "equal"),
        Op(NotEquals) => called(Form::Bool, false, "not_equal"),
        Op(In) => called(Form::Bool, true, "contains"),
        Named("size") => called(Form::Int, true, "size"),
        Op(Less) => ordering(function.name(), "is_lt"),
        Op(LessEquals) => ordering(function.name(), "is_le"),
        Op(Greater) => ordering(function.name(), "is_gt"),
        Op(GreaterEquals) => ordering(function.name(), "is_ge"),
        Named("contains") => text(quote!(ops::contains)),
        Named("startsWith") => text(quote!(ops::starts_with)),
        Named("endsWith") => text(quote!(ops::ends_with)),
        Named("sum" | "min" | "max" | "sort" | "distinct") => building(Form::Dynamic, function.name()),
        Named("isSorted") => building(Form::Bool, "is_sorted"),
        Named("@sortByAssociatedKeys") => building(Form::list(Form::Dynamic), "sort_by_keys"),
        Named("flatten") => Operation::fallible(Form::list(Form::Dynamic), |o| match o {
            [list] => quote!(dynamic::flatten(cost.arena(), #list)),
            _ => quote!(dynamic::flatten_to(cost.arena(), #(#o),*)),
        })
        .delimited(),
        Named("optional.unwrap" | "unwrapOpt") => {
            let name = function.name().to_owned();
            Operation::fallible(Form::list(Form::Dynamic), move |o| {
                let list = &o[0];
                quote!(dynamic::unwrap(cost.arena(), #list, #name))
            })
            .delimited()
        }
        Named("sets.contains") => building(Form::Bool, "sets_contains"),
        Named("sets.equivalent") => building(Form::Bool, "sets_equivalent"),
        Named("sets.intersects") => building(Form::Bool, "sets_intersects"),
        Named("includes") => called(Form::Bool, false, "includes"),
        Named("matches") => building(Form::Bool, "matches"),
        Named("hasValue") => building(Form::Bool, "has_value"),
        Named("value") => building(Form::Dynamic, "value"),
        Named("type") => Operation::new(Form::Type, |o| {
            let value = &o[0];
            quote!(#value.type_name())
        }),
        Named("optional.ofNonZeroValue") => Operation::new(Form::Optional(Form::Dynamic.into()), |o| {
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
