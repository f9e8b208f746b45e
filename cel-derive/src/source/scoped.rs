//! Names that mean different things in the modules and functions of one file. The imports around the item decide there.

use super::{
    elsewhere::{Crate, Origin},
    files::File,
    imports::{Shown, is_own},
    item::{file as file_of_item, file_of, is_inside, name, scopes},
    module::Module,
    names::{defines, mentions_import, mentions_other_import},
    packages::is_package,
};
use proc_macro2::Ident;
use std::sync::Arc;

/// The path relative to k8s-openapi that `names` mean, if the file of the first one imports it from there.
pub(crate) fn imported(first: &Ident, names: &[String]) -> Option<String> {
    let file = file_of(first)?;
    match file.imports().path(names, &file.text, is_inside())? {
        Shown::Certain(path) => Some(path),
        Shown::InDoubt(shown) => of_scopes(&file, names).unwrap_or(shown),
    }
}

/// The same by the scopes around the item. The outer `None` is doubt.
fn of_scopes(file: &File, names: &[String]) -> Option<Option<String>> {
    if file_of_item()?.path != file.path {
        return None;
    }
    match expanded(&scopes(), names) {
        Some(path) if !is_own(path.first()?) => Some(file.imports().below_root(&path)),
        // A module of the user's may pass it on, and a glob may bring it.
        _ => {
            let (krate, module) = Crate::of(&file.path, &name()?)?;
            match krate.origin(&module, names)? {
                Origin::Kubernetes(below) => Some(Some(below.join("::"))),
                Origin::Unrelated(path) => Some(file.imports().below_root(&path)),
                Origin::Here(_) | Origin::Nowhere => Some(None),
            }
        }
    }
}

/// True if the scopes around the item import this name from a crate. Only where the file has several meanings for it they are read.
pub(super) fn imports_from(krate: &str, name: &str) -> bool {
    let Some(file) = file_of_item() else { return false };
    if !mentions_import(&file.text, krate, name) {
        return false;
    }
    let is_defined = defines(&file.text, name);
    if !is_defined && !mentions_other_import(&file.text, krate, name) {
        return true;
    }
    match expanded(&scopes(), &[name.to_owned()]) {
        Some(path) => path.iter().find(|name| !name.is_empty()).is_some_and(|first| first == krate),
        None => !is_defined,
    }
}

/// The crate to which the imports of the scopes around the item lead a path; `None` in doubt.
pub(super) fn crate_of(path: &[String]) -> Option<String> {
    let path = expanded(&scopes(), path)?;
    path.into_iter().find(|name| !name.is_empty()).filter(|first| is_package(first, None))
}

/// A path with the imports of the scopes put in: from the name of a crate on, or from a module of the user's. `None` in doubt.
fn expanded(scopes: &[Arc<Module>], path: &[String]) -> Option<Vec<String>> {
    if scopes.is_empty() { None } else { after(0, scopes, path) }
}

/// The same for a path that came out of so many imports.
fn after(imports: usize, scopes: &[Arc<Module>], path: &[String]) -> Option<Vec<String>> {
    let (first, rest) = path.split_first()?;
    if first.is_empty() || is_own(first) {
        return Some(path.to_vec());
    }
    // A glob must not bring the name of a crate with which an import begins: to rustc that is ambiguous.
    let is_crate = || imports > 0 && is_package(first, None);
    for (n, scope) in scopes.iter().enumerate() {
        if scope.has(first) || scope.child(first).is_some() {
            return Some([&["self".to_owned()], path].concat());
        }
        let uses = scope.all_uses();
        let mut named = uses.iter().filter(|found| found.name.as_ref() == Some(first));
        match (named.next(), named.next()) {
            (None, _) if uses.iter().all(|found| found.name.is_some()) || is_crate() => {}
            (Some(found), None) if found.path.as_slice() == [first.as_str()] => return Some(path.to_vec()),
            (Some(found), None) if imports < MOST => {
                let path = [&found.path, rest].concat();
                return after(imports.checked_add(1)?, scopes.get(n..)?, &path);
            }
            _ => return None,
        }
    }
    Some(path.to_vec())
}

/// So many imports lead from one to the next at most.
const MOST: usize = 8;

#[cfg(test)]
mod tests;
