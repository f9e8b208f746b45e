//! Values that a struct holds in another way than rules compute with: converted at each access, as the server does.
//!
//! What always converts (a type that prints its text) is hidden from the rest of the emitter, collections of it included. What
//! may fail is converted where an element or a property is read, so that only the values that a rule looks at can be errors.

use super::{Emitter, Form, Operand, Operation};
use crate::schema::{DeclKind, DeclType, HeldAs};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::rc::Rc;

/// How a value becomes what rules compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// A type that prints its text.
    Shown,
    /// A `u64`.
    WideInt,
    /// Text of format `date-time`, and so on.
    DateTime,
    Date,
    Duration,
    Bytes,
}

impl Conversion {
    /// The conversion that a node, which is no reference, needs.
    pub(super) fn of(node: &DeclType) -> Option<Self> {
        match (node.held, &node.kind) {
            (HeldAs::Shown, _) => Some(Conversion::Shown),
            (HeldAs::WideInt, _) => Some(Conversion::WideInt),
            (HeldAs::Text, DeclKind::DateTime) => Some(Conversion::DateTime),
            (HeldAs::Text, DeclKind::Date) => Some(Conversion::Date),
            (HeldAs::Text, DeclKind::Duration) => Some(Conversion::Duration),
            (HeldAs::Text, DeclKind::Bytes) => Some(Conversion::Bytes),
            (HeldAs::Native | HeldAs::Text, _) => None,
        }
    }

    pub(super) fn is_fallible(&self) -> bool {
        *self != Conversion::Shown
    }

    /// The form of the result.
    pub(super) fn form(self) -> Form {
        match self {
            Conversion::Shown => Form::String,
            Conversion::WideInt => Form::Int,
            Conversion::DateTime | Conversion::Date => Form::Timestamp,
            Conversion::Duration => Form::Duration,
            Conversion::Bytes => Form::Bytes,
        }
    }

    /// The result, an `Outcome` if it may fail.
    pub(super) fn tokens(self, arena: &TokenStream, value: &TokenStream) -> TokenStream {
        match self {
            Conversion::Shown => quote!(ops::to_string(#arena, #value)),
            Conversion::WideInt => quote!(ops::narrow(#value)),
            Conversion::DateTime => quote!(formatted::date_time(#arena, #value)),
            Conversion::Date => quote!(formatted::date(#arena, #value)),
            Conversion::Duration => quote!(formatted::duration(#arena, #value)),
            Conversion::Bytes => quote!(formatted::bytes(#arena, #value)),
        }
    }
}

impl Form {
    /// True for collections whose elements are converted one by one.
    pub(super) fn holds_converted(&self) -> bool {
        match self {
            Form::List { element: inner, .. } | Form::Map { value: inner, .. } => {
                matches!(**inner, Form::Held(_)) || inner.holds_converted()
            }
            _ => false,
        }
    }
}

impl Emitter<'_, '_> {
    /// A value as rules compute with it.
    pub(super) fn unheld(&mut self, operand: Operand) -> Operand {
        if let Form::Held(conversion) = operand.form {
            let tokens = move |o: &[TokenStream]| conversion.tokens(&quote!(cost.arena()), &o[0]);
            let form = conversion.form();
            let operation = match conversion.is_fallible() {
                true => Operation::fallible(form, tokens),
                false => Operation::new(form, tokens),
            };
            return self.lift(vec![operand], operation.delimited());
        }
        match shown_in(&operand.form, "value") {
            Some((value, form)) => {
                let convert = move |o: &[TokenStream]| {
                    let operand = &o[0];
                    quote!({ let (arena, value) = (cost.arena(), #operand); #value })
                };
                self.lift(vec![operand], Operation::new(form, convert).delimited())
            }
            None => operand,
        }
    }
}

/// What makes texts of all values in a variable that are held by types that print them, with the arena as `arena`; `None` if
/// there are none.
fn shown_in(form: &Form, variable: &str) -> Option<(TokenStream, Form)> {
    let value = Ident::new(variable, Span::call_site());
    Some(match form {
        Form::Held(Conversion::Shown) => {
            (Conversion::Shown.tokens(&quote!(arena), &quote!(#value)), Form::String)
        }
        Form::Nullable(inner) => {
            let (inner, form) = shown_in(inner, "inner")?;
            (quote!(#value.map(|inner| #inner)), Form::Nullable(Rc::new(form)))
        }
        Form::List { element, set, .. } => {
            let (inner, element) = shown_in(element, "element")?;
            let form = Form::List { element: Rc::new(element), native: false, set: *set };
            (quote!(list::view(arena, #value, move |element| #inner)), form)
        }
        Form::Map { key, value: held, .. } => {
            let (inner, held) = shown_in(held, "element")?;
            let form = Form::Map { key: Rc::clone(key), value: Rc::new(held), native: false };
            (quote!(map::view(arena, #value, move |element| #inner)), form)
        }
        _ => return None,
    })
}
