//! `==`, `!=` and `in` over values that become `Value`s for the comparison only: `self.items == oldSelf.items` of lists with keys.
//!
//! The view that reads them is built in an arena of its own, which is gone after the comparison: see `cel_runtime::__private::Apart`.

use super::{
    Form, Operation,
    dynamic::{needs_arena, value_of},
    form::scalar,
    held::Conversion,
};
use crate::ast::Callee::{self, Op};
use crate::env::Env;
use cel_types::Operator::{Equals, In, NotEquals};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The comparison, unless one of its operands is built by the rule, or nothing is built for it.
pub(super) fn comparison(env: &Env<'_>, function: Callee<'_>, forms: &[&Form]) -> Option<Operation> {
    let [left, right] = forms else { return None };
    if !(needs_arena(left) || needs_arena(right)) || !(is_read(env, left) && is_read(env, right)) {
        return None;
    }
    let (name, is_fallible) = match function {
        Op(Equals) => ("equal", true),
        Op(NotEquals) => ("not_equal", false),
        Op(In) => ("contains", true),
        _ => return None,
    };
    let name = format_ident!("{name}");
    let [left, right] =
        [(left, quote!(left)), (right, quote!(right))].map(|(form, value)| value_of(env, form, value));
    let named = |form: &Form, name| if matches!(form, Form::Null) { quote!(_) } else { name };
    let names = [named(forms[0], quote!(left)), named(forms[1], quote!(right))];
    let tokens = move |o: &[TokenStream]| {
        let operands = quote!((#(#o),*));
        let verdict = if is_fallible { quote!(apart.kept(verdict)) } else { quote!(verdict) };
        quote!({
            let (#(#names),*) = #operands;
            let apart = cost.arena().apart();
            let arena = apart.arena();
            let verdict = dynamic::#name(#left, #right);
            #verdict
        })
    };
    let operation = if is_fallible { Operation::fallible } else { Operation::new };
    Some(operation(Form::Bool, tokens).delimited())
}

/// True for what is read from an object and only borrows it.
fn is_read(env: &Env<'_>, form: &Form) -> bool {
    match form {
        scalar!() | Form::Object(_) => true,
        Form::List { element: inner, native, .. } | Form::Map { value: inner, native, .. } => {
            *native && is_read_in_collection(env, inner)
        }
        Form::Nullable(inner) => is_read(env, inner),
        Form::Held(_) | Form::Opaque(_) | Form::Optional(_) | Form::Never | Form::Dynamic => false,
    }
}

/// The same for what a collection holds. What a function reads for the collection, as it does for k8s-openapi's types, fixes how long
/// the collection is borrowed.
fn is_read_in_collection(env: &Env<'_>, form: &Form) -> bool {
    if env.holds_json() {
        return true;
    }
    match form {
        Form::Bool | Form::Int | Form::Double | Form::String => true,
        Form::Object(name) => env.object(name).is_some_and(|object| object.foreign().is_none()),
        Form::List { element: inner, .. } | Form::Map { value: inner, .. } | Form::Nullable(inner) => {
            is_read_in_collection(env, inner)
        }
        Form::Held(conversion) => conversion.is_of_text() || *conversion == Conversion::WideInt,
        Form::Null
        | Form::Uint
        | Form::Bytes
        | Form::Timestamp
        | Form::Duration
        | Form::Type
        | Form::Opaque(_)
        | Form::Optional(_)
        | Form::Never
        | Form::Dynamic => false,
    }
}
