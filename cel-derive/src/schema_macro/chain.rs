//! The calls from macro to macro: what is asked, and how answers are read.

use super::name::{Name, macro_rules};
use crate::{
    expand,
    input::Container,
    tokens::{Tokens, located},
};
use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::Lit;

/// The macros of the nested types, in the order of their schemas.
pub(super) fn macro_paths(container: &Container<'_>) -> Vec<Tokens> {
    let nested = expand::nested(container).into_iter().map(|(_, nested)| located(&nested.macro_path));
    let status = container.kube.iter().filter_map(|kube| kube.status.as_ref()).map(located);
    nested.chain(status).collect()
}

/// Each macro counts against the recursion limit, so long lists are cut into groups, whose schemas macros of their own hold.
pub(super) fn chain(paths: &[Tokens], state: &TokenStream, name: &Name, krate: &TokenStream) -> TokenStream {
    let step = quote!(#krate::__private::__step);
    if paths.len() <= GROUP {
        return call(paths, &step, state);
    }
    let groups = paths.chunks(GROUP).enumerate().map(|(i, paths)| {
        let group = format_ident!("__x_validation_group_{}_{}", mangled(&name.id), i);
        (Tokens::new(&group), call(paths, &quote!(#krate::__private::__group), &quote!(#group)))
    });
    let (names, groups): (Vec<_>, Vec<_>) = groups.unzip();
    let rest = chain(&names, state, &Name { n: name.n, id: format!("{} +", name.id) }, krate);
    quote!(#(#groups)* #rest)
}

/// With more, programs would have to raise `recursion_limit`.
const GROUP: usize = 32;

fn mangled(id: &str) -> String {
    id.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

fn call(paths: &[Tokens], last: &TokenStream, state: &TokenStream) -> TokenStream {
    let Some((first, rest)) = paths.split_first() else { return TokenStream::new() };
    quote!(#first! { [#([#rest])* [#last]] #state })
}

/// Defines a macro that gives several schemas: `[] name "schema" ..`.
pub(crate) fn group(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().skip(1);
    let Some(TokenTree::Ident(name)) = tokens.next() else { return malformed() };
    let schemas: Option<Vec<Literal>> =
        tokens.map(|token| literal_of(token).map(|(literal, _)| literal)).collect();
    schemas.map_or_else(malformed, |schemas| macro_rules(&name, &schemas))
}

pub(super) fn literal_of(token: TokenTree) -> Option<(Literal, String)> {
    match token {
        TokenTree::Literal(literal) => {
            let text = unescaped(&literal.to_string()).or_else(|| match Lit::new(literal.clone()) {
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

/// The text of a string literal as macros write a schema, in far fewer steps than syn takes; `None` if there is more to it.
fn unescaped(literal: &str) -> Option<String> {
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::with_capacity(rest.len());
    while let Some((before, after)) = rest.split_once('\\') {
        let escaped = after.chars().next().filter(|c| matches!(c, '"' | '\\'))?;
        out.push_str(before);
        out.push(escaped);
        rest = after.get(escaped.len_utf8()..)?;
    }
    out.push_str(rest);
    Some(out)
}

pub(super) fn malformed() -> TokenStream {
    let message = "a macro that is no schema answered for a nested type; name the type's schema with `#[x_validation(schema = path::Type)]`";
    syn::Error::new(Span::call_site(), message).into_compile_error()
}
