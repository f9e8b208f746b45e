//! Tokens of the user's in generated code, and where errors show it.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Written one by one, for what is written often. A stream in a `quote!` costs far more: rustc puts it together with all that
/// was written before it.
#[derive(Clone)]
pub(crate) struct Tokens(Vec<TokenTree>);

impl Tokens {
    /// Tokens as they are.
    pub(crate) fn new(tokens: &impl ToTokens) -> Tokens {
        tokens.to_token_stream().into_iter().collect()
    }

    /// Where they begin.
    pub(crate) fn span(&self) -> Span {
        self.0.first().map_or_else(Span::call_site, TokenTree::span)
    }
}

impl FromIterator<TokenTree> for Tokens {
    fn from_iter<I: IntoIterator<Item = TokenTree>>(tokens: I) -> Self {
        Tokens(tokens.into_iter().collect())
    }
}

impl ToTokens for Tokens {
    fn to_tokens(&self, out: &mut TokenStream) {
        out.extend(self.0.iter().cloned());
    }
}

/// Tokens of ours that errors show at a place of the user's.
pub(crate) fn at(place: Span, tokens: TokenStream) -> TokenStream {
    tokens.into_iter().map(|token| relocated(token, &|_| place)).collect()
}

/// Tokens that resolve as they are written, and that lints take for ours.
pub(crate) fn located(tokens: &impl ToTokens) -> Tokens {
    let here = |span| Span::call_site().located_at(span);
    tokens.to_token_stream().into_iter().map(|token| relocated(token, &here)).collect()
}

/// `$crate` must stay as it is.
fn relocated(mut token: TokenTree, span: &dyn Fn(Span) -> Span) -> TokenTree {
    match &mut token {
        TokenTree::Group(group) => {
            let inner = group.stream().into_iter().map(|token| relocated(token, span)).collect();
            let mut inner = Group::new(group.delimiter(), inner);
            inner.set_span(span(group.span()));
            return TokenTree::Group(inner);
        }
        TokenTree::Ident(ident) if ident == "$crate" => {}
        token => token.set_span(span(token.span())),
    }
    token
}
