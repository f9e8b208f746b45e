//! Functions as Rust.

use super::exact::Code;
use crate::ir::{Function, Part, Patterns};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};

impl ToTokens for Patterns {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let statics = self.iter().map(|(name, pattern)| {
            quote!(static #name: LazyLock<Pattern> = LazyLock::new(|| Pattern::constant(#pattern));)
        });
        tokens.extend(statics);
    }
}

impl Function {
    /// The statements of a function with these parameters, after those of its parts.
    pub(crate) fn within(&self, parameters: &TokenStream) -> TokenStream {
        let Function { parts, patterns, body, exact } = self;
        let items = exact.as_ref().map(|exact| Code::new(exact).items);
        let parts = parts.iter().map(|Part { name, parts, output, body }| {
            let parts = parts.as_ref().map(|(name, ty)| quote!(#name: &mut Vec<#ty>));
            quote!(fn #name<'a>(#parameters, #parts) -> Outcome<'a, #output> { #body })
        });
        quote!(#(#parts)* #patterns #items #body)
    }

    /// True if its code has at most `most` tokens.
    pub(crate) fn fits(&self, most: usize) -> bool {
        let mut left = most;
        let mut bodies = self.parts.iter().map(|part| &part.body).chain([&self.body]);
        bodies.all(|body| fits(body.to_token_stream(), &mut left))
    }
}

/// Subtracts the tokens of a stream from `left`. False if too few are left.
fn fits(tokens: TokenStream, left: &mut usize) -> bool {
    tokens.into_iter().all(|token| {
        *left = left.saturating_sub(1);
        *left > 0
            && match token {
                TokenTree::Group(group) => fits(group.stream(), left),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => true,
            }
    })
}
