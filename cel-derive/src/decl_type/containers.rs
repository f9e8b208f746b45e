//! Containers by their names: those of std, and of the crates whose features cel-runtime has.

use syn::{GenericArgument, PathArguments};

/// A list or a map that rules read, with what it holds.
pub(crate) enum Held<'t> {
    List(&'t syn::Type),
    /// The keys and the values.
    Map(&'t syn::Type, &'t syn::Type),
}

/// What a type with this name and these arguments holds.
pub(crate) fn held<'t>(name: &str, types: &[&'t syn::Type]) -> Option<Held<'t>> {
    Some(match (name, types) {
        ("Vec" | "VecDeque" | "BTreeSet", [item]) | ("HashSet", [item] | [item, _]) => Held::List(item),
        ("IndexSet", [item] | [item, _]) if cfg!(feature = "indexmap") => Held::List(item),
        ("SmallVec", [array]) if cfg!(feature = "smallvec") => match peel(array) {
            syn::Type::Array(array) => Held::List(&array.elem),
            _ => return None,
        },
        ("BTreeMap", [key, value]) | ("HashMap", [key, value] | [key, value, _]) => Held::Map(key, value),
        ("IndexMap", [key, value] | [key, value, _]) if cfg!(feature = "indexmap") => Held::Map(key, value),
        _ => return None,
    })
}

/// True for a container that is read as one.
pub(super) fn is_container(ty: &syn::Type) -> bool {
    match peel(ty) {
        syn::Type::Array(_) | syn::Type::Slice(_) => true,
        syn::Type::Reference(reference) => reference.mutability.is_none(),
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let types = type_arguments(&last.arguments);
            match (last.ident.to_string().as_str(), types.as_slice()) {
                // A `Box<str>` is a value, since `str` has no size.
                ("Box" | "Arc" | "Rc" | "Cow", [inner]) => {
                    !matches!(peel(inner), syn::Type::Path(path) if path.path.is_ident("str"))
                }
                ("Option", [_]) => true,
                (name, types) => held(name, types).is_some(),
            }
        }),
        _ => false,
    }
}

/// True for a map whose keys are not texts. schemars turns the variants of an enum into properties.
pub(super) fn has_other_keys(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    last.is_some_and(|last| {
        match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
            ("BTreeMap" | "HashMap" | "IndexMap", [key, _, ..]) => !is_text(key),
            _ => false,
        }
    })
}

/// True for a map whose keys are texts, also in other containers.
pub(crate) fn has_text_keys(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = peel(ty) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc" | "Cow", [inner]) => has_text_keys(inner),
        (name, types) => match held(name, types) {
            Some(Held::List(item)) => has_text_keys(item),
            Some(Held::Map(key, _)) => is_text(key),
            None => false,
        },
    }
}

/// True for a map with `String` keys.
pub(super) fn has_string_keys(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    let key = last.and_then(|last| type_arguments(&last.arguments).first().copied().map(peel));
    matches!(key, Some(syn::Type::Path(key)) if key.path.segments.last().is_some_and(|last| last.ident == "String"))
}

/// True for a map from texts to values with a schema, also in an `Option` or behind a pointer.
pub(crate) fn is_map_of_types(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = peel(ty) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    match (last.ident.to_string().as_str(), type_arguments(&last.arguments).as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc" | "Cow", [inner]) => is_map_of_types(inner),
        ("BTreeMap" | "HashMap" | "IndexMap", [key, value, ..]) => is_text(key) && !is_value(value),
        _ => false,
    }
}

/// The type inside of parentheses and macro fragments.
pub(crate) fn peel(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Group(group) => peel(&group.elem),
        syn::Type::Paren(paren) => peel(&paren.elem),
        ty => ty,
    }
}

pub(super) fn is_text(ty: &syn::Type) -> bool {
    match peel(ty) {
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            match (segment.ident.to_string().as_str(), type_arguments(&segment.arguments).as_slice()) {
                ("String" | "str", []) => true,
                ("Box" | "Arc" | "Rc" | "Cow", [ty]) => is_text(ty),
                _ => false,
            }
        }),
        syn::Type::Reference(reference) => is_text(&reference.elem),
        _ => false,
    }
}

pub(super) fn is_value(ty: &syn::Type) -> bool {
    matches!(peel(ty), syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Value"))
}

pub(crate) fn type_arguments(arguments: &PathArguments) -> Vec<&syn::Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}
