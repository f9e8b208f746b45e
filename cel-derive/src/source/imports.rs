//! The names that a file imports from k8s-openapi. After `use k8s_openapi::api::core::v1 as core;`, or
//! `use framework::k8s_openapi::api::core::v1 as core;`, `core::Pod` is one of its types. kube has two of its types, too:
//! `use kube::core::ObjectMeta as Meta;`.

use super::{
    names::{self, first_name, statements},
    uses,
};
use crate::manifest::manifest;
use cel_compiler::schema::kubernetes::at;
use proc_macro2::TokenStream;
use std::collections::HashMap;

/// Imports of a file from k8s-openapi and kube.
pub(super) struct Imports {
    names: Names,
    /// The modules all of whose names it imports: `use k8s_openapi::api::core::v1::*;`.
    globs: Vec<String>,
}

/// Names, each with its path, or with none if the file imports it twice.
type Names = HashMap<String, Option<String>>;

impl Imports {
    pub(super) fn of(text: &str) -> Imports {
        let roots = roots(text);
        let mut imports = roots.clone();
        let mut globs = Vec::new();
        if !text.contains(CRATE) && !roots.keys().any(|krate| text.contains(krate)) {
            return Imports { names: imports, globs };
        }
        // An import may begin with the name of another import, and may stand before it.
        let mut rest: Vec<&str> = statements(text).collect();
        loop {
            let (found, others): (Vec<&str>, Vec<&str>) = rest.iter().partition(|statement| {
                let first = first_name(statement);
                imports.contains_key(first) || !is_own(first) && names::mentions_word(statement, CRATE)
            });
            if found.is_empty() {
                break;
            }
            let known = imports.clone();
            for statement in found {
                let Ok(tokens) = statement.parse::<TokenStream>() else { continue };
                for used in uses::of_statement(&tokens.into_iter().collect::<Vec<_>>()) {
                    let Some(path) = whole(&known, &used.path) else { continue };
                    let Some(name) = used.name else {
                        globs.push(path);
                        continue;
                    };
                    let same = imports.get(&name).is_none_or(|known| known.as_ref() == Some(&path));
                    imports.insert(name, same.then_some(path));
                }
            }
            rest = others;
        }
        imports.retain(|name, _| roots.contains_key(name) || !names::defines(text, name));
        globs.sort();
        globs.dedup();
        Imports { names: imports, globs }
    }

    /// The path relative to k8s-openapi that `names` mean in the file with this text, if it imports the first of them from there.
    pub(super) fn path(&self, names: &[String], text: &str) -> Option<String> {
        below(&whole(&self.names, names).or_else(|| self.by_glob(names, text))?)
    }

    /// The path of a type that a glob brings, if the file has no other type of the name: that would come first.
    fn by_glob(&self, names: &[String], text: &str) -> Option<String> {
        let first = names.first()?;
        let path_in = |glob: &String| format!("{glob}::{}", names.join("::"));
        let is_type = |path: &String| below(path).and_then(|path| at(&path)).is_some();
        let mut found = self.globs.iter().map(path_in).filter(is_type);
        let path = found.next()?;
        if found.next().is_some() || self.names.contains_key(first) {
            return None;
        }
        let is_named = |statement: &str| names::mentions_word(statement, first);
        (!names::defines(text, first) && !statements(text).any(is_named)).then_some(path)
    }
}

/// The crates with types of k8s-openapi, by their names in this crate. kube counts only if the file names one of its two.
fn roots(text: &str) -> Names {
    let manifest = manifest();
    let krate = manifest.k8s_openapi.as_deref().unwrap_or(CRATE);
    let mut roots = Names::from([(krate.to_owned(), Some(CRATE.to_owned()))]);
    if META.iter().any(|name| text.contains(name)) {
        let is_kube = |name: &str| matches!(name, "kube" | "kube-core" | "kube_core");
        let renamed =
            manifest.crates.iter().filter(|(_, found)| found.package.as_deref().is_some_and(is_kube));
        let names = ["kube", "kube_core"].into_iter().chain(renamed.map(|(name, _)| name.as_str()));
        roots.extend(names.map(|name| (name.to_owned(), Some(KUBE.to_owned()))));
    }
    roots
}

/// The path below k8s-openapi, if a path leads to one of its types.
fn below(path: &str) -> Option<String> {
    let (krate, path) = path.split_once("::")?;
    match krate {
        CRATE => Some(path.to_owned()),
        _ => {
            let name = path.rsplit("::").next().filter(|name| krate == KUBE && META.contains(name))?;
            Some(format!("apimachinery::pkg::apis::meta::v1::{name}"))
        }
    }
}

/// The path from the name of a crate on, if the first name is known. A path may begin with `::`.
fn whole(known: &Names, path: &[String]) -> Option<String> {
    let path = if path.first().is_some_and(String::is_empty) { &path[1..] } else { path };
    // Another crate may pass it on.
    let krate = path.iter().position(|name| name == CRATE).filter(|_| !is_own(&path[0]));
    let (first, rest) = path.get(krate.unwrap_or(0)..)?.split_first()?;
    let mut whole = match krate {
        Some(_) => CRATE.to_owned(),
        None => known.get(first)?.clone()?,
    };
    for name in rest {
        whole.push_str("::");
        whole.push_str(name);
    }
    Some(whole)
}

/// True for the start of a path in the crate itself.
fn is_own(first: &str) -> bool {
    matches!(first, "crate" | "self" | "super")
}

const CRATE: &str = "k8s_openapi";
const KUBE: &str = "kube";
/// The types of k8s-openapi that kube has.
const META: [&str; 2] = ["ObjectMeta", "ListMeta"];
