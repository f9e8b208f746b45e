//! Where the functions of rules stand: a module, in which no constant, trait or type around the item means anything. A rule's names
//! could be those of a user's constants, and its method calls those of a user's traits.

use super::rules::{Rules, View};
use crate::tokens::located;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;

/// The module with the functions of the rules of some nodes. It knows the types of these nodes by number.
pub(crate) fn functions<'r>(nodes: impl IntoIterator<Item = &'r Rules>, krate: Option<&Path>) -> TokenStream {
    let nodes = nodes.into_iter().filter(|rules| !rules.compiled.is_empty());
    let numbered = (0..).zip(nodes).map(|(n, rules)| node(Literal::usize_unsuffixed(n), rules));
    let (types, functions): (Vec<_>, Vec<_>) = numbered.unzip();
    if types.is_empty() {
        return TokenStream::new();
    }
    let import = import(krate);
    quote! {
        #(#types)*
        mod __cel_rules {
            #import
            pub(super) struct This<const N: usize>;
            #(#functions)*
        }
    }
}

/// Outside of the module the type of a node, in it the functions of its rules.
fn node(n: Literal, rules: &Rules) -> (TokenStream, TokenStream) {
    let this = &rules.this;
    let view = rules.view.as_ref().map(|View { definition, .. }| definition);
    let ty = quote! {
        #view
        impl __cel::NodeType for __cel_rules::This<#n> { type Type<'__cel> = #this; }
    };
    let this = quote!(<This<#n> as __cel::NodeType>::Type<'_>);
    let functions = rules.compiled.iter().flat_map(|(name, rule)| {
        let this = if rule.sees_old_self() { quote!(__cel::WithOld<'_, #this>) } else { this.clone() };
        rule.functions(&quote!(pub(super)), name, &this, &quote!(__cel))
    });
    (ty, functions.collect())
}

/// The runtime, whose path is that of a user in the module around this one.
fn import(krate: Option<&Path>) -> TokenStream {
    let Some(path) = krate else {
        return quote!(
            use ::cel_runtime::__private as __cel;
        );
    };
    let written = located(path);
    let first = path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
    match first.as_str() {
        _ if path.leading_colon.is_some() => quote!(use #written::__private as __cel;),
        "crate" | "$crate" => quote!(use #written::__private as __cel;),
        "super" => quote!(use super::#written::__private as __cel;),
        "self" => {
            let rest: TokenStream = written.to_token_stream().into_iter().skip(1).collect();
            quote!(use super #rest::__private as __cel;)
        }
        // A crate, or something in the module around.
        _ => quote! {
            use super::*;
            use #written::__private as __cel;
        },
    }
}
