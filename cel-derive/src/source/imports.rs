//! The names that a file imports from k8s-openapi. After `use k8s_openapi::api::core::v1 as core;`, or
//! `use framework::k8s_openapi::api::core::v1 as core;`, `core::Pod` is one of its types. kube has two of its types, too:
//! `use kube::core::ObjectMeta as Meta;`.

use super::{
    names::{self, first_name, mentions_word, placed, statements},
    uses,
};
use crate::manifest::manifest;
use cel_compiler::schema::kubernetes::at;
use proc_macro2::TokenStream;
use std::collections::{HashMap, HashSet};

/// Imports of a file from k8s-openapi and kube.
pub(super) struct Imports {
    roots: Names,
    /// The names that the file imports, also those in doubt.
    names: Names,
    /// Names that may mean something else elsewhere in the file: it defines a type with such a name, or has another import of it.
    doubtful: HashSet<String>,
    /// Names of imports in inline modules and functions.
    inside: HashSet<String>,
    /// The modules all of whose names it imports: `use k8s_openapi::api::core::v1::*;`.
    globs: Vec<String>,
    /// True if such an import is in an inline module or a function.
    has_glob_inside: bool,
}

/// Names, each with its path, or with none if the file imports it twice.
type Names = HashMap<String, Option<String>>;

/// What the text of a file shows of a path.
pub(super) enum Shown {
    /// The path relative to k8s-openapi.
    Certain(String),
    /// The scopes around the item decide. If they do not tell, this is the answer.
    InDoubt(Option<String>),
}

impl Imports {
    pub(super) fn of(text: &str) -> Imports {
        let roots = roots(text);
        let mut imports = Imports {
            names: roots.clone(),
            roots,
            doubtful: HashSet::new(),
            inside: HashSet::new(),
            globs: Vec::new(),
            has_glob_inside: false,
        };
        if !text.contains(CRATE) && !imports.roots.keys().any(|krate| text.contains(krate)) {
            return imports;
        }
        // An import may begin with the name of another import, and may stand before it.
        let mut rest: Vec<(bool, &str)> = placed(text).collect();
        loop {
            let (found, others): (Vec<_>, Vec<_>) = rest.iter().partition(|(_, statement)| {
                let first = first_name(statement);
                imports.names.contains_key(first) || !is_own(first) && mentions_word(statement, CRATE)
            });
            if found.is_empty() {
                break;
            }
            let known = imports.names.clone();
            found.into_iter().for_each(|(is_top, statement)| imports.add(&known, is_top, statement));
            rest = others;
        }
        let is_doubtful = |name: &&String| {
            names::defines(text, name) || rest.iter().any(|(_, other)| mentions_word(other, name))
        };
        let named = imports.names.keys().filter(|name| !imports.roots.contains_key(*name));
        let doubtful: Vec<String> = named.filter(is_doubtful).cloned().collect();
        imports.doubtful.extend(doubtful);
        imports.globs.sort();
        imports.globs.dedup();
        imports
    }

    /// Adds the names of a statement that begins with one of the `known` names.
    fn add(&mut self, known: &Names, is_top: bool, statement: &str) {
        let Ok(tokens) = statement.parse::<TokenStream>() else { return };
        for used in uses::of_statement(&tokens.into_iter().collect::<Vec<_>>()) {
            let Some(path) = whole(known, &used.path) else { continue };
            let Some(name) = used.name else {
                self.globs.push(path);
                self.has_glob_inside |= !is_top;
                continue;
            };
            if !is_top {
                self.inside.insert(name.clone());
            }
            let same = self.names.get(&name).is_none_or(|known| known.as_ref() == Some(&path));
            self.names.insert(name, same.then_some(path));
        }
    }

    /// What `names` mean in an item of the file with this text, if the file imports the first of them from k8s-openapi. The item may be
    /// inside of a module or function of the file.
    pub(super) fn path(&self, names: &[String], text: &str, is_inside: bool) -> Option<Shown> {
        let name = first(names)?;
        match self.names.get(name) {
            None => self.by_glob(names, text, is_inside),
            Some(None) => Some(Shown::InDoubt(None)),
            Some(Some(_)) => {
                let shown = below(&whole(&self.names, names)?)?;
                let is_doubtful = is_inside || self.inside.contains(name) || self.doubtful.contains(name);
                Some(match is_doubtful && !self.roots.contains_key(name) {
                    true => Shown::InDoubt(Some(shown).filter(|_| !names::defines(text, name))),
                    false => Shown::Certain(shown),
                })
            }
        }
    }

    /// The path relative to k8s-openapi of a path that begins with the name of a crate.
    pub(super) fn below_root(&self, path: &[String]) -> Option<String> {
        below(&whole(&self.roots, path)?)
    }

    /// The path of a type that a glob brings. Another type or import of the name would come first.
    fn by_glob(&self, names: &[String], text: &str, is_inside: bool) -> Option<Shown> {
        let first = names.first()?;
        let path_in = |glob: &String| below(&format!("{glob}::{}", names.join("::")));
        let mut found = self.globs.iter().filter_map(path_in).filter(|path| at(path).is_some());
        let path = Some(found.next()?).filter(|_| found.next().is_none());
        let is_named = |statement: &str| mentions_word(statement, first);
        let shown = path.filter(|_| !names::defines(text, first) && !statements(text).any(is_named));
        match shown {
            Some(path) if !is_inside && !self.has_glob_inside => Some(Shown::Certain(path)),
            shown => Some(Shown::InDoubt(shown)),
        }
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

/// The path from the name of a crate on, if the first name is known.
fn whole(known: &Names, path: &[String]) -> Option<String> {
    let path = without_colon(path);
    // Another crate may pass it on.
    let krate = path
        .iter()
        .position(|name| name == CRATE)
        .filter(|_| !first(path).is_some_and(|first| is_own(first)));
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

/// The path without the empty name that stands for a leading `::`.
fn without_colon(path: &[String]) -> &[String] {
    match path {
        [first, rest @ ..] if first.is_empty() => rest,
        path => path,
    }
}

/// The first name of a path.
fn first(path: &[String]) -> Option<&String> {
    without_colon(path).first()
}

/// True for the start of a path in the crate itself.
pub(super) fn is_own(first: &str) -> bool {
    matches!(first, "crate" | "self" | "super")
}

const CRATE: &str = "k8s_openapi";
const KUBE: &str = "kube";
/// The types of k8s-openapi that kube has.
const META: [&str; 2] = ["ObjectMeta", "ListMeta"];

#[cfg(test)]
mod tests;
