//! How generated code reads the properties of objects.

use super::place;
use crate::{
    env::Env,
    schema::{AccessStep, DeclField},
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The code that reads a property: of a struct its calls, and whether they give an `Option`.
pub(super) fn read(env: &Env<'_>, object: &TokenStream, field: &DeclField) -> (TokenStream, bool) {
    if env.holds_json() {
        let name = &field.name;
        return (quote!(#object.get(#name)), true);
    }
    if let Some(place) = &field.access.place {
        return place::read(object, place);
    }
    let mut ways = field.access.ways().map(|steps| read_way(object, steps));
    let (first, optional) = ways.next().unwrap_or_default();
    // Of an untagged enum one way at most has a value.
    let tokens = ways.fold(first, |tokens, (other, _)| quote!(#tokens.or_else(|| #other)));
    (tokens, optional)
}

fn read_way(object: &TokenStream, steps: &[AccessStep]) -> (TokenStream, bool) {
    steps.iter().fold((object.clone(), false), |(tokens, optional), step| {
        let method = format_ident!("{}", step.method);
        match (optional, step.optional) {
            (false, _) => (quote!(fields(#tokens).#method()), step.optional),
            (true, false) => (quote!(#tokens.map(|object| fields(object).#method())), true),
            (true, true) => (quote!(#tokens.and_then(|object| fields(object).#method())), true),
        }
    })
}
