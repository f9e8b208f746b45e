//! The macro with the type's own name. It asks nested types for their schemas and publishes its own.
//!
//! A schema macro is called with `[ [next::macro] .. [last] ] state`. It removes the head of the list and calls
//! that macro with the rest, the unchanged state, and its own schema at the end. Crates with different versions
//! of the derive call each other like this, so the form never changes. The schema itself has a version number.

mod alone;
mod apart;
mod beside;
mod budget;
mod chain;
mod conflicts;
mod correlation;
mod coverage;
mod embedded;
mod flattened;
mod functions;
mod guesses;
mod hidden;
mod instances;
mod keys;
mod late;
mod lints;
mod map_keys;
mod name;
mod nested;
mod old_self;
mod resolve;
mod root;
mod rules;
mod shared;
mod unresolved;

pub(crate) use chain::group;

use crate::{
    attr::{apart::check_schemars, kube::kube},
    check::{Checked, Mistakes, check, missing_transform},
    ctxt::Ctxt,
    expand, fallback,
    input::Container,
    literal,
    manifest::{manifest, tracked},
    source,
    tokens::{At, Tokens, located},
};
use apart::expand_apart;
use chain::{chain, literal_of, macro_paths, malformed};
use map_keys::mark_text_keys;
use name::Name;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use resolve::erroneous;
use std::collections::HashSet;
use syn::DeriveInput;
use unresolved::Unresolved;

/// Expands everything that does not need the schemas of nested types, and the call of their macros.
pub(crate) fn derive(tokens: TokenStream) -> TokenStream {
    expand_apart(tokens, unresolved)
}

fn unresolved(tokens: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(tokens.clone()) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    source::begin(&item);
    if source::is_second(&item) {
        let message = "the type derives `XValidation` twice\n\nhelp: remove one of the two";
        return syn::Error::new(Span::call_site(), message).into_compile_error();
    }
    let (item, tokens) = match source::without_aliases(&item) {
        Some(item) => (item.clone(), item.into_token_stream()),
        None => (item, tokens),
    };
    let cx = Ctxt::new();
    let (item, tokens) = match source::without_custom_resource(&cx, &item) {
        Some(item) => (item.clone(), item.into_token_stream()),
        None => (item, tokens),
    };
    source::check_validate(&cx, &item);
    check_schemars(&cx, &item, || source::may_derive(&item, &["Serialize", "Deserialize"]));
    let container = Container::from_ast(&cx, &item);
    lints::check_manifest(&cx, &container);
    let name = Name::new(&container);
    let krate = krate(&container);
    let transform = missing_transform(&container).map(|error| {
        let error = error.into_compile_error();
        quote!(#krate::__private::with_schemars! { #error })
    });
    let tracked = (lints::has_rules(&container) || !manifest().types.is_empty()).then(tracked).flatten();
    let is_made_here = !container.attrs.manual_crd && !container.preserve_unknown_fields;
    beside::lint(&cx, &item, is_made_here);
    let warnings = cx.take_warnings();
    let beside = quote!(#tracked #transform);
    let checked = match check(cx, &container) {
        Ok(checked) => checked,
        Err(Mistakes { mut errors, unknown }) => {
            let cx = Ctxt::new();
            let mistakes = errors.iter().map(|error| literal::position(error.span())).collect();
            Unresolved { cx: &cx, container: &container, name: &name, mistakes }.check_all_alone();
            errors.extend(cx.check().err().into_iter().flatten());
            let unknown = source::unresolved(&unknown, &krate);
            let roots = kube(&item);
            let impls = in_const(Tokens::new(&fallback::impls(&item, roots.as_ref())), &container);
            let definition = name.definition(&container, &erroneous(&name, &container));
            return with_errors(errors, quote!(#unknown #beside #impls #definition));
        }
    };
    let own = expand::unresolved(&checked);
    let paths = macro_paths(&checked);
    if paths.is_empty() {
        let all = resolved(&checked, &name, &[], own);
        return quote!(#beside #all #warnings);
    }
    let own = in_const(own, &checked);
    let Name { id, place } = &name;
    let chain = chain(&paths, &quote!({ #tokens } #place #id), &name, &krate);
    quote!(#beside #own #chain #warnings)
}

/// Puts impls into a constant where `__cel` is the runtime. Code that needs the schemas of nested types may be
/// missing there. All new names begin with `__cel`, so the names of types mean the same as in the user's
/// module.
fn in_const(impls: Tokens, container: &Container<'_>) -> Tokens {
    let import = At::derive().write("use #0::__private::{self as __cel, scope::*};", &[krate(container)]);
    let body = Tokens::concat([import, impls]).in_braces();
    let start = match container.is_deprecated {
        true => "#[allow(deprecated)] const _: () =",
        false => "const _: () =",
    };
    Tokens::concat([Tokens::parsed(start), body, Tokens::parsed(";")])
}

fn krate(container: &Container<'_>) -> Tokens {
    match &container.attrs.krate {
        Some(path) => located(path),
        None => At::derive().write("::cel_runtime", &[]),
    }
}

/// Continues with `[] { item } "place" "id" "schema" ..`. The attributes were checked before.
pub(crate) fn step(tokens: TokenStream) -> TokenStream {
    expand_apart(tokens, answered)
}

fn answered(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().skip(1);
    let (Some(TokenTree::Group(item)), Some(place), Some(id)) = (tokens.next(), tokens.next(), tokens.next())
    else {
        return malformed();
    };
    let Ok(item) = syn::parse2::<DeriveInput>(item.stream()) else { return malformed() };
    source::begin(&item);
    let Some((_, id)) = literal_of(id) else { return malformed() };
    let Some((_, place)) = literal_of(place) else { return malformed() };
    let texts: Option<Vec<String>> = tokens.map(|token| literal_of(token).map(|(_, text)| text)).collect();
    let Some(texts) = texts else { return malformed() };
    let cx = Ctxt::new();
    let mut container = Container::from_ast(&cx, &item);
    let Ok(()) = cx.check() else { return malformed() };
    mark_text_keys(&mut container, &texts);
    let checked = Checked::before(&container);
    resolved(&checked, &Name { place, id }, &texts, Tokens::default())
}

/// Expands everything that needs the schemas of nested types, after `own`, which does not need them.
fn resolved(container: &Checked<'_, '_>, name: &Name, texts: &[String], own: Tokens) -> TokenStream {
    let cx = Ctxt::new();
    let (text, impls) = Unresolved { cx: &cx, container, name, mistakes: HashSet::new() }.resolve(texts);
    let impls = in_const(Tokens::concat([own, impls]), container);
    let definition = name.definition(container, &text);
    let out = Tokens::concat([impls, definition]).to_token_stream();
    let warnings = cx.take_warnings();
    match cx.check() {
        Ok(()) => quote!(#out #warnings),
        Err(errors) => with_errors(errors, out),
    }
}

fn with_errors(errors: Vec<syn::Error>, out: TokenStream) -> TokenStream {
    let errors = errors.into_iter().map(syn::Error::into_compile_error);
    quote!(#(#errors)* #out)
}
