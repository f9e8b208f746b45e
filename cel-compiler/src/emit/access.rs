//! How generated code reads the properties of objects.

use super::place;
use crate::{
    env::Env,
    schema::{AccessStep, DeclField, kubernetes::rust_type},
};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// The code that reads a property: of a struct its calls, and whether they give an `Option`. `arena` is code for the arena.
pub(super) fn read(
    env: &Env<'_>,
    object: &TokenStream,
    field: &DeclField,
    arena: &TokenStream,
) -> (TokenStream, bool) {
    if env.holds_json() {
        let name = &field.name;
        return (quote!(#object.get(#name)), true);
    }
    if let Some(place) = &field.access.place {
        return place::read(object, place, arena);
    }
    let raw = field.access.steps.last().filter(|step| step.is_raw).and_then(|_| rust_type(&field.node));
    let mut ways = field.access.ways().map(|steps| read_way(object, steps, raw.is_some()));
    let (first, optional) = ways.next().unwrap_or_default();
    // Of an untagged enum one way at most has a value.
    let tokens = ways.fold(first, |tokens, (other, _)| quote!(#tokens.or_else(|| #other)));
    match raw {
        None => (tokens, optional),
        Some(ty) => {
            let value = place::value(&ty, if optional { quote!(value) } else { tokens.clone() }, arena);
            (if optional { quote!(#tokens.map(|value| #value)) } else { value }, optional)
        }
    }
}

/// `is_raw`: the last method is to give the value as Rust holds it.
fn read_way(object: &TokenStream, steps: &[AccessStep], is_raw: bool) -> (TokenStream, bool) {
    let last = steps.len().saturating_sub(1);
    steps.iter().enumerate().fold((object.clone(), false), |(tokens, optional), (n, step)| {
        let method = match is_raw && n == last {
            true => format_ident!("{}", step.raw_method()),
            false => format_ident!("{}", step.method),
        };
        let number = step.variant.map(Literal::u32_unsuffixed).map(|n| quote!(::<#n>));
        let call = quote!(#method #number ());
        match (optional, step.optional) {
            (false, _) => (quote!(fields(#tokens).#call), step.optional),
            (true, false) => (quote!(#tokens.map(|object| fields(object).#call)), true),
            (true, true) => (quote!(#tokens.and_then(|object| fields(object).#call)), true),
        }
    })
}
