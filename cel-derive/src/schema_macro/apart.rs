//! Names of the item that generated code cannot have as they are: those that begin as generated names do, and keywords.

use crate::edition;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// The prefix of all names that generated code brings into scope around the user's tokens.
const OURS: &str = "__cel";

/// Expands an item. If it mentions a name with our prefix, generated names get another prefix. Meanwhile the user's names are
/// marked as raw identifiers, which are the same names. So are names that are keywords in generated code.
pub(super) fn expand_apart(item: TokenStream, expand: fn(TokenStream) -> TokenStream) -> TokenStream {
    // Searching the printed text is faster than walking through all tokens, and searching for a character is faster than for a text.
    let text = item.to_string();
    let has_prefix =
        text.match_indices('_').any(|(at, _)| text.get(at..).is_some_and(|rest| rest.starts_with(OURS)));
    let item = if text.contains(edition::KEYWORD) { replaced(item, &edition::escaped) } else { item };
    if !has_prefix || !mentions(item.clone(), OURS) {
        return expand(item);
    }
    let mut other = "__our_cel".to_owned();
    while mentions(item.clone(), &other) {
        other.push('_');
    }
    let marked = replaced(item, &|ident| {
        let name = ident.unraw().to_string();
        name.starts_with(OURS).then(|| Ident::new_raw(&name, ident.span()))
    });
    replaced(expand(marked), &|ident| {
        let name = ident.to_string();
        Some(Ident::new(&format!("{other}{}", name.strip_prefix(OURS)?), ident.span()))
    })
}

fn mentions(tokens: TokenStream, start: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident.unraw().to_string().starts_with(start),
        TokenTree::Group(group) => mentions(group.stream(), start),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn replaced(tokens: TokenStream, name: &dyn Fn(&Ident) -> Option<Ident>) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Ident(ident) => TokenTree::Ident(name(&ident).unwrap_or(ident)),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), replaced(group.stream(), name));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    };
    tokens.into_iter().map(replace).collect()
}
