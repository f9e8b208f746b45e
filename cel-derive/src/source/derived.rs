//! The types of this program that derived so far. Most fields name one of them, so their files need not be parsed. Types of different
//! modules may have the same name: `v1::Port` and `v1beta1::Port`.

use super::files::{File, count_in_crate};
use proc_macro2::Ident;
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// By the name of the type.
static DERIVED: Mutex<Option<HashMap<String, Vec<Derived>>>> = Mutex::new(None);

/// A type that derived.
struct Derived {
    file: Option<PathBuf>,
    /// The names of its nested types.
    nested: Vec<String>,
}

fn locked() -> MutexGuard<'static, Option<HashMap<String, Vec<Derived>>>> {
    DERIVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a type. Says if its nested types lead back to it: the names on the way.
pub(super) fn add(item: &Ident, nested: Vec<String>) -> Option<Vec<String>> {
    let (name, file) = (item.to_string(), item.span().unwrap().local_file());
    let mut derived = locked();
    let derived = derived.get_or_insert_default();
    derived.entry(name.clone()).or_default().push(Derived { file: file.clone(), nested });
    cycle(derived, &name, file.as_deref())
}

/// True if the type of this name in an item of a file certainly derived.
pub(super) fn is_certain(file: &File, path: &syn::Path) -> bool {
    let Some(name) = path.segments.last().map(|last| last.ident.to_string()) else { return false };
    let is_of_file = path.get_ident().is_some() && file.types().count(&name) > 0;
    match is_of_file {
        true => file.types().count(&name) == 1 && count(&name, Some(&file.path)) > 0,
        false => are_all(file, &name),
    }
}

/// True if all types of this name in the crate of a file derived.
pub(super) fn are_all(file: &File, name: &str) -> bool {
    match count(name, None) {
        0 => false,
        derived => count_in_crate(&file.path, name) <= derived,
    }
}

/// The number of types of this name that derived, in a file or in all.
fn count(name: &str, file: Option<&Path>) -> usize {
    let derived = locked();
    let of_name = derived.iter().flat_map(|derived| derived.get(name)).flatten();
    of_name.filter(|derived| file.is_none() || derived.file.as_deref() == file).count()
}

/// The names on a way from a type back to itself, if there is a way through types of one file.
fn cycle(derived: &HashMap<String, Vec<Derived>>, own: &str, file: Option<&Path>) -> Option<Vec<String>> {
    let mut ways = vec![vec![own.to_owned()]];
    let mut seen = HashSet::new();
    while let Some(way) = ways.pop() {
        let of_name = derived.get(way.last()?).into_iter().flatten();
        let of_file = of_name.filter(|derived| derived.file.as_deref() == file);
        for next in of_file.flat_map(|derived| &derived.nested) {
            if next == own {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                ways.push(way.iter().chain([next]).cloned().collect());
            }
        }
    }
    None
}
