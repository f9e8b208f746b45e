//! The calls from macro to macro, and reading their answers.

use super::name::{Name, macro_rules, mangled};
use crate::{
    expand,
    input::Container,
    tokens::{Tokens, located},
};
use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::Lit;

/// The macros of the nested types, in the order of their schemas.
pub(super) fn macro_paths(container: &Container<'_>) -> Vec<Tokens> {
    let nested = expand::nested(container).into_iter().map(|(_, nested)| located(&nested.macro_path));
    let status = container.kube.iter().filter_map(|kube| kube.nested_status()).map(located);
    nested.chain(status).collect()
}

/// Calls the macros of nested types. Each counts against the recursion limit, so a long list is split into
/// groups with their own macros.
pub(super) fn chain(paths: &[Tokens], state: &TokenStream, name: &Name, krate: &Tokens) -> TokenStream {
    let step = quote!(#krate::__private::__step);
    if paths.len() <= GROUP {
        return call(paths, &step, state);
    }
    let groups = paths.chunks(GROUP).enumerate().map(|(i, paths)| {
        let group = format_ident!("__x_validation_group_{}_{}", mangled(&name.id), i);
        (Tokens::new(&group), call(paths, &quote!(#krate::__private::__group), &quote!(#group)))
    });
    let (names, groups): (Vec<_>, Vec<_>) = groups.unzip();
    let rest = chain(&names, state, &Name { place: name.place.clone(), id: format!("{} +", name.id) }, krate);
    quote!(#(#groups)* #rest)
}

/// With larger groups, users would have to raise `recursion_limit`.
const GROUP: usize = 32;

fn call(paths: &[Tokens], last: &TokenStream, state: &TokenStream) -> TokenStream {
    let Some((first, rest)) = paths.split_first() else { return TokenStream::new() };
    quote!(#first! { [#([#rest])* [#last]] #state })
}

/// Defines a macro that answers with several schemas: `[] name "schema" ..`.
pub(crate) fn group(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().skip(1);
    let Some(TokenTree::Ident(name)) = tokens.next() else { return malformed() };
    let schemas: Option<Vec<String>> =
        tokens.map(|token| literal_of(token).map(|(literal, _)| literal.to_string())).collect();
    let Some(schemas) = schemas else { return malformed() };
    Tokens::parsed(macro_rules(&name, &schemas.join(" "))).to_token_stream()
}

pub(super) fn literal_of(token: TokenTree) -> Option<(Literal, String)> {
    match token {
        TokenTree::Literal(literal) => {
            let text = raw(&literal.to_string()).or_else(|| match Lit::new(literal.clone()) {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            })?;
            Some((literal, text))
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().next().and_then(literal_of)
        }
        _ => None,
    }
}

/// A schema as a raw literal. That takes far fewer steps to write and to read than one with escapes.
pub(super) fn literal(text: &str) -> String {
    // other characters may be forbidden in raw literals, or invisible
    if !text.is_ascii() {
        return Literal::string(text).to_string();
    }
    let hashes = "#".repeat(1 + text.matches('#').count());
    format!("r{hashes}\"{text}\"{hashes}")
}

/// The text of a literal from [`literal`]; `None` for other literals.
fn raw(literal: &str) -> Option<String> {
    let quoted = literal.strip_prefix('r')?.trim_matches('#');
    quoted.strip_prefix('"')?.strip_suffix('"').map(str::to_owned)
}

pub(super) fn malformed() -> TokenStream {
    let message = "a macro that is no schema answered for a nested type; name the type's schema with `#[x_validation(schema = path::Type)]`";
    syn::Error::new(Span::call_site(), message).into_compile_error()
}
