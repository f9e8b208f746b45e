//! Finds types of k8s-openapi by their names. A derive sees only the name, so generated code proves the guess.

use crate::{
    manifest::manifest,
    source::{imported, reexported},
};
use cel_compiler::schema::{
    DeclType,
    kubernetes::{Entry, at, named, node},
};
use proc_macro2::Ident;
use syn::PathArguments;

/// A k8s-openapi type that a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meant {
    pub(crate) entry: Entry,
    /// True if the path alone does not prove it: the type may be the user's own.
    pub(crate) is_guess: bool,
}

impl Meant {
    /// Its schema in the version of Kubernetes that the crate uses.
    pub(crate) fn node(&self) -> DeclType {
        node(self.entry, manifest().minor(), self.is_guess)
    }
}

/// The k8s-openapi type that a path in a field's type names, if any.
pub(crate) fn meant(path: &syn::Path, is_named: bool) -> Option<Meant> {
    if let Some(entry) = certain(path).or_else(|| by_import(path)) {
        return Some(Meant { entry, is_guess: false });
    }
    if let Some(entry) = guessed(path, is_named) {
        return Some(Meant { entry, is_guess: true });
    }
    let entry = at(&reexported(path).filter(|_| !has_arguments(path))?)?;
    Some(Meant { entry, is_guess: false })
}

fn has_arguments(path: &syn::Path) -> bool {
    path.segments.iter().any(|segment| !matches!(segment.arguments, PathArguments::None))
}

/// A type that the user names as one of k8s-openapi: by its path, or by an import.
pub(crate) fn told(path: &syn::Path) -> Option<Entry> {
    certain(path).or_else(|| by_import(path))
}

/// The type that the field's file imports from k8s-openapi, or a type in a module that it imports.
fn by_import(path: &syn::Path) -> Option<Entry> {
    if has_arguments(path) {
        return None;
    }
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    at(&imported(&path.segments.first()?.ident, &names)?)
}

fn guessed(path: &syn::Path, is_named: bool) -> Option<Entry> {
    if has_arguments(path) {
        return None;
    }
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.as_slice() {
        ["crate" | "$crate" | "self" | "super" | "Self", ..] => None,
        ["kube" | "kube_core", .., name @ ("ObjectMeta" | "ListMeta")] => named(name).next(),
        _ if path.leading_colon.is_some() => None,
        [name] => guess(name, is_named),
        [version, name] if is_version(version) => guess(name, is_named),
        [module @ .., name] => {
            let mut found = named(name).filter(|entry| is_module(module, entry.module));
            found.next().filter(|_| found.next().is_none() && has_k8s_openapi(is_named))
        }
        [] => None,
    }
}

/// The type at a path that names k8s-openapi.
pub(crate) fn certain(path: &syn::Path) -> Option<Entry> {
    path.segments.iter().any(|segment| segment.ident == CRATE).then(|| at(&below_crate(path)?))?
}

/// True for `k8s_openapi::ByteString`, also if the file imports it.
pub(crate) fn is_byte_string(path: &syn::Path) -> bool {
    below_crate(path).is_some_and(|below| below == "ByteString")
}

/// True for a k8s-openapi type that is known by its path or by the file's imports.
pub(crate) fn is_below_crate(path: &syn::Path) -> bool {
    below_crate(path).is_some()
}

/// The path below k8s-openapi.
fn below_crate(path: &syn::Path) -> Option<String> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    if matches!(names.first()?.as_str(), "crate" | "$crate" | "self" | "super") {
        return reexported(path);
    }
    match names.iter().position(|name| name == CRATE) {
        Some(krate) => Some(names.get(krate + 1..)?.join("::")),
        None => imported(&path.segments.first()?.ident, &names).or_else(|| reexported(path)),
    }
}

/// The part of a path up to and including the crate k8s-openapi.
pub(crate) fn krate(path: &syn::Path) -> Option<syn::Path> {
    let krate = path.segments.iter().position(|segment| segment.ident == CRATE)?;
    let segments = path.segments.iter().take(krate + 1).cloned().collect();
    Some(syn::Path { leading_colon: path.leading_colon, segments })
}

/// Guesses the type of a single name. It must be in the crate's list, or name only one type, which every
/// version has and specs usually hold. Users often give their own types the names of API objects (`Service`),
/// of statuses and of lists.
fn guess(name: &str, is_named: bool) -> Option<Entry> {
    let manifest = manifest();
    if let Some(listed) = manifest.types.get(name) {
        return listed.as_deref().and_then(at);
    }
    // The first versions of another group also have a `TypedLocalObjectReference`, but specs do not hold it.
    let mut found = named(name).filter(Entry::is_usual);
    let entry = found.next().filter(|_| found.next().is_none())?;
    let is_common = entry.is_api_object() || name.ends_with("Status") || name.ends_with("List");
    (!is_common && entry.is_in_all() && has_k8s_openapi(is_named)).then_some(entry)
}

/// The path that the crate's list has for a name, relative to k8s-openapi.
pub(crate) fn listed(name: &Ident) -> Option<String> {
    manifest().types.get(&name.to_string()).cloned().flatten()
}

/// False if the crate does not depend on k8s-openapi. Then such names are its own types.
fn has_k8s_openapi(is_named: bool) -> bool {
    is_named || manifest().k8s_openapi.is_some()
}

/// True for `core::v1`, `corev1` and `core_v1`, if the module is `api::core::v1`.
fn is_module(written: &[&str], module: &str) -> bool {
    let parts: Vec<&str> = module.split("::").collect();
    let [.., group, version] = parts.as_slice() else { return false };
    match written {
        [alias] => alias.replace('_', "") == format!("{group}{version}"),
        _ => parts.ends_with(written),
    }
}

/// `v1`, `v2beta1`
fn is_version(name: &str) -> bool {
    let rest = name.strip_prefix('v').unwrap_or_default();
    rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_alphanumeric())
}

const CRATE: &str = "k8s_openapi";
