//! Which names of types mean those of k8s-openapi. A derive sees the name only: generated code proves the guess.

use crate::{manifest::manifest, source::imported};
use cel_compiler::schema::{
    DeclType,
    kubernetes::{Entry, at, named, node},
};
use proc_macro2::Ident;
use syn::PathArguments;

/// A type of k8s-openapi that a path means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meant {
    pub(crate) entry: Entry,
    /// The path does not say it: the type may be one of the user's.
    pub(crate) is_guess: bool,
}

impl Meant {
    /// Its schema in the version of Kubernetes that the crate names.
    pub(crate) fn node(&self) -> DeclType {
        node(self.entry, manifest().minor, self.is_guess)
    }
}

/// The type of k8s-openapi that a path in a field's type means, if it means one.
pub(crate) fn meant(path: &syn::Path, is_named: bool) -> Option<Meant> {
    match certain(path).or_else(|| by_import(path)) {
        Some(entry) => Some(Meant { entry, is_guess: false }),
        None => guessed(path, is_named).map(|entry| Meant { entry, is_guess: true }),
    }
}

/// The type that the file of the field imports from k8s-openapi, or a type in a module that it imports.
fn by_import(path: &syn::Path) -> Option<Entry> {
    if path.segments.iter().any(|segment| !matches!(segment.arguments, PathArguments::None)) {
        return None;
    }
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    at(&imported(&path.segments.first()?.ident, &names)?)
}

fn guessed(path: &syn::Path, is_named: bool) -> Option<Entry> {
    if path.segments.iter().any(|segment| !matches!(segment.arguments, PathArguments::None)) {
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

/// The type at a path through k8s-openapi.
pub(crate) fn certain(path: &syn::Path) -> Option<Entry> {
    path.segments.iter().any(|segment| segment.ident == CRATE).then(|| at(&below_crate(path)?))?
}

/// `k8s_openapi::ByteString`, also where the file imports it.
pub(crate) fn is_byte_string(path: &syn::Path) -> bool {
    below_crate(path).is_some_and(|below| below == "ByteString")
}

/// A type of k8s-openapi, found by its path or by the file's imports.
pub(crate) fn is_below_crate(path: &syn::Path) -> bool {
    below_crate(path).is_some()
}

/// The path below k8s-openapi.
fn below_crate(path: &syn::Path) -> Option<String> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    if matches!(names.first()?.as_str(), "crate" | "$crate" | "self" | "super") {
        return None;
    }
    match names.iter().position(|name| name == CRATE) {
        Some(krate) => Some(names.get(krate + 1..)?.join("::")),
        None => imported(&path.segments.first()?.ident, &names),
    }
}

/// The part of a path up to the crate k8s-openapi, the crate included.
pub(crate) fn krate(path: &syn::Path) -> Option<syn::Path> {
    let krate = path.segments.iter().position(|segment| segment.ident == CRATE)?;
    let segments = path.segments.iter().take(krate + 1).cloned().collect();
    Some(syn::Path { leading_colon: path.leading_colon, segments })
}

/// A name alone: in the crate's list, or the name of one type only, which every version has and specs usually hold. Types of users
/// often have the names of API objects (`Service`), of statuses and of lists.
fn guess(name: &str, is_named: bool) -> Option<Entry> {
    let manifest = manifest();
    if let Some(listed) = manifest.types.get(name) {
        return listed.as_deref().and_then(at);
    }
    // `TypedLocalObjectReference` is also one of a group in its first versions, which specs do not hold.
    let mut found = named(name).filter(Entry::is_usual);
    let entry = found.next().filter(|_| found.next().is_none())?;
    let is_common = entry.is_api_object() || name.ends_with("Status") || name.ends_with("List");
    (!is_common && entry.is_in_all() && has_k8s_openapi(is_named)).then_some(entry)
}

/// The path that the crate's list has for a name: below k8s-openapi.
pub(crate) fn listed(name: &Ident) -> Option<String> {
    manifest().types.get(&name.to_string()).cloned().flatten()
}

/// False where the crate cannot name these types, so that its own may have their names.
fn has_k8s_openapi(is_named: bool) -> bool {
    is_named || manifest().k8s_openapi.is_some()
}

/// `core::v1` of `api::core::v1`, or `corev1`, `core_v1` for it.
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
