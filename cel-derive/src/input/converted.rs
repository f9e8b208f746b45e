//! Fields that `#[serde_as]` of the crate serde_with converts: `#[serde_as(as = "Vec<DisplayFromStr>")] ports: Vec<u16>` is a list of texts.

use crate::{
    attr::{ScalarType, schemars::Bounds},
    decl_type::{Held, Hidden, held, peel, type_arguments},
    scalar::{has_elements, has_same_elements, written_kind, written_kind_of},
    tokens::Tokens,
};
use cel_compiler::schema::DeclKind;
use proc_macro2::TokenStream;
use quote::quote;
use std::rc::Rc;
use syn::PathSegment;

/// How a field is converted. `serialize` is serde's function for the field, as `serde_as` writes it: `::serde_with::As::<A>::serialize`.
/// `None` if it is another function, or if the conversion is not known. `Some(None)` if nothing is converted.
pub(super) fn converted(
    ty: &syn::Type,
    serialize: &TokenStream,
    told: Option<ScalarType>,
    bounds: &Bounds,
) -> Option<Option<Rc<Hidden>>> {
    let with = bounds.with.as_ref()?;
    let path = syn::parse2::<syn::Path>(serialize.clone()).ok()?;
    let mut segments: Vec<&PathSegment> = path.segments.iter().collect();
    let (_, of) = (segments.pop()?, segments.pop().filter(|of| of.ident == "As")?);
    let [conversion] = type_arguments(&of.arguments).try_into().ok()?;
    let (inner, conversion, is_whole) = within(ty, conversion, true)?;
    if is_named(conversion, "Same") {
        return Some(None);
    }
    let is_schema = last(with).is_some_and(|last| last.ident == "Schema");
    let scalar = match told {
        Some(told) => written_kind(told, bounds),
        None if is_schema => kind(conversion, bounds)?,
        None => written_kind_of(with, bounds).filter(|_| has_same_elements(ty, with))?,
    };
    // What is converted as a whole has no conversion for its elements.
    if !is_whole && has_elements(inner) {
        return None;
    }
    let colon = path.leading_colon;
    let write = Tokens::new(&quote!(#colon #(#segments::)* As::<#conversion>::serialize));
    Some(Some(Rc::new(Hidden { scalar: Some(scalar), write: Some(write), is_whole })))
}

/// The type and the conversion inside of the lists, maps and options that both have. True if they have none.
fn within<'t>(
    ty: &'t syn::Type,
    conversion: &'t syn::Type,
    is_whole: bool,
) -> Option<(&'t syn::Type, &'t syn::Type, bool)> {
    if let (syn::Type::Array(ty), syn::Type::Array(conversion)) = (peel(ty), peel(conversion)) {
        return within(&ty.elem, &conversion.elem, false);
    }
    let (Some(of_type), Some(of_conversion)) = (last(ty), last(conversion)) else {
        return Some((ty, conversion, is_whole));
    };
    let names = (of_type.ident.to_string(), of_conversion.ident.to_string());
    let (types, conversions) = (type_arguments(&of_type.arguments), type_arguments(&of_conversion.arguments));
    if let ("Option" | "Box" | "Rc" | "Arc", [ty], [conversion]) =
        (names.1.as_str(), types.as_slice(), conversions.as_slice())
    {
        return (names.0 == names.1).then(|| within(ty, conversion, false))?;
    }
    match (held(&names.0, &types), held(&names.1, &conversions)) {
        (Some(Held::List(ty)), Some(Held::List(conversion))) => within(ty, conversion, false),
        // Keys that are converted are no texts in Rust.
        (Some(Held::Map(_, ty)), Some(Held::Map(key, conversion))) if is_named(key, "Same") => {
            within(ty, conversion, false)
        }
        (_, None) => Some((ty, conversion, is_whole)),
        _ => None,
    }
}

/// The kind of what a conversion writes, if its schema has one type.
fn kind(conversion: &syn::Type, bounds: &Bounds) -> Option<DeclKind> {
    let last = last(conversion)?;
    let name = last.ident.to_string();
    let types = type_arguments(&last.arguments);
    let is_time = (name.starts_with("Duration") || name.starts_with("Timestamp")) && name.contains("Seconds");
    match (name.as_str(), types.as_slice()) {
        ("DisplayFromStr" | "NoneAsEmptyString" | "JsonString", _)
        | ("Base58" | "Base64" | "Hex" | "StringWithSeparator", _) => {
            Some(written_kind(ScalarType::String, bounds))
        }
        ("BoolFromInt", []) => Some(DeclKind::Int),
        ("FromInto" | "FromIntoRef" | "TryFromInto" | "TryFromIntoRef", [ty]) if !has_elements(ty) => {
            written_kind_of(ty, bounds)
        }
        // The second argument may allow numbers and texts.
        (_, [_, strictness, ..]) if is_time && !is_named(strictness, "Strict") => None,
        (_, [format, ..]) if is_time => written_kind_of(format, bounds),
        (name, []) if is_time && name.ends_with("WithFrac") => Some(DeclKind::Double),
        (_, []) if is_time => Some(DeclKind::Int),
        _ => None,
    }
}

fn is_named(ty: &syn::Type, name: &str) -> bool {
    last(ty).is_some_and(|last| last.ident == name)
}

fn last(ty: &syn::Type) -> Option<&PathSegment> {
    match peel(ty) {
        syn::Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}
