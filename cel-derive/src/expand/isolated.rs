//! The module for the functions of rules. No constant, trait or type around the item is visible in it.
//! Otherwise names in generated code could mean the user's constants, and method calls could mean the user's
//! traits.

use super::rules::{Rules, View};
use crate::tokens::{At, Tokens, located};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

/// The module with the functions of the rules of some nodes. Inside, the nodes' types have numbers.
pub(crate) fn functions<'r>(nodes: impl IntoIterator<Item = &'r Rules>, krate: Option<&Path>) -> Tokens {
    let nodes = nodes.into_iter().filter(|rules| !rules.compiled.is_empty());
    let (mut types, mut functions) = (Vec::new(), String::new());
    for (n, rules) in nodes.enumerate() {
        types.push(ty(n, rules));
        push_functions(&mut functions, n, rules);
    }
    if types.is_empty() {
        return Tokens::default();
    }
    let types: Tokens = types.into_iter().collect();
    let functions = Tokens::parsed(functions);
    // A rule says which floats it compares. Most of clippy's other lints leave generated code alone.
    let template = "#0 #[allow(clippy::float_cmp)] mod __cel_rules { #1 #2 }";
    At::derive().write(template, &[types, import(krate), functions])
}

/// The type of a node, outside of the module.
fn ty(n: usize, rules: &Rules) -> Tokens {
    let view = rules.view.as_ref().map(|View { definition, .. }| Tokens::new(definition));
    At::derive().write(
        &format!("#0 impl __cel::NodeType for __cel_rules::This{n} {{ type Type<'__cel> = #1; }}"),
        &[view.unwrap_or_default(), Tokens::new(&rules.this)],
    )
}

/// The functions of the rules of a node, in the module.
fn push_functions(functions: &mut String, n: usize, rules: &Rules) {
    let this = format!("<This{n} as __cel::NodeType>::Type<'_>");
    functions.push_str(&format!("pub(super) struct This{n};"));
    for (name, rule) in &rules.compiled {
        let with_old = rule.sees_old_self().then(|| format!("__cel::WithOld<'_, {this}>"));
        functions.push_str(&rule.functions("pub(super)", name, with_old.as_ref().unwrap_or(&this), "__cel"));
    }
}

/// The import of the runtime. The user's path for it is relative to the surrounding module.
fn import(krate: Option<&Path>) -> Tokens {
    let Some(path) = krate else {
        return Tokens::parsed("use ::cel_runtime::__private as __cel;");
    };
    let written = located(path);
    let first = path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let import = match first.as_str() {
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
    };
    import.into()
}
