//! The module for the functions of rules. No constant, trait or type around the item is visible in it.
//! Otherwise names in generated code could mean the user's constants, and method calls could mean the user's
//! traits.

use super::rules::{Rules, View};
use crate::tokens::located;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;

/// The module with the functions of the rules of some nodes. Inside, the nodes' types have numbers.
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

/// The type of a node, for outside of the module, and the functions of its rules, for inside.
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

/// The import of the runtime. The user's path for it is relative to the surrounding module.
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
        // The name of a crate, or of an item in the surrounding module.
        _ => quote! {
            use super::*;
            use #written::__private as __cel;
        },
    }
}
