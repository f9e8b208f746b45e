//! Files of a crate import each other in one direction: no file needs a file that needs it.
//!
//! What counts as an import: a `use`, or a path such as `super::cost::Cost` in the code, that names something of another file of
//! the crate. The import points at the file that holds the named item: `use crate::Cost` at `cost.rs`, where `lib.rs` only says
//! `pub use cost::Cost`. So a parent that declares its children (`mod cost;`) and re-exports what they hold (`pub use cost::Cost`) has
//! no import of them.
//!
//! A parent may also use its children, and they what it holds: `quantity/parse.rs` is a part of `quantity.rs`, which has the type. A child
//! that imports something of its parent's is no import here. What the parent imports of others counts for the parent.
//!
//! What stands behind `#[cfg(test)]`, files of unit tests and tokens in `quote!` do not count.

#[path = "circles/imports.rs"]
mod imports;
#[path = "circles/names.rs"]
mod names;

use imports::{Arrows, arrows};
use std::{collections::BTreeSet, path::Path};

/// Folders whose files may form a circle: a parser calls itself.
const ALLOWED: [&str; 1] = ["cel-compiler/src/parser"];

const CRATES: [&str; 5] = ["cel-types", "cel-compiler", "cel-derive", "cel-runtime", "cel-codegen"];

#[test]
fn files_import_each_other_in_one_direction() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = String::new();
    for name in CRATES {
        let arrows = arrows(&root, name);
        for circle in circles(&arrows) {
            if !ALLOWED.iter().any(|folder| circle.iter().all(|file| is_in(file, folder))) {
                found.push_str(&described(&circle, &arrows));
            }
        }
    }
    assert!(found.is_empty(), "files that import each other:\n{found}");
}

/// `parser.rs` and all below `parser/` are in the folder `parser`.
fn is_in(file: &str, folder: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// The groups of files in which each needs all others.
fn circles(arrows: &Arrows) -> Vec<BTreeSet<String>> {
    let mut out: Vec<BTreeSet<String>> = Vec::new();
    for file in arrows.keys() {
        if out.iter().any(|circle| circle.contains(file)) {
            continue;
        }
        let needed = reached(file, arrows);
        let circle: BTreeSet<_> =
            needed.into_iter().filter(|other| reached(other, arrows).contains(file)).collect();
        if circle.len() > 1 {
            out.push(circle);
        }
    }
    out
}

/// The files that a file needs, and those that they need.
fn reached(file: &str, arrows: &Arrows) -> BTreeSet<String> {
    let (mut out, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(next) = open.pop() {
        for target in arrows.get(next).into_iter().flat_map(|targets| targets.keys()) {
            if out.insert(target.clone()) {
                open.push(target);
            }
        }
    }
    out
}

/// The files of a circle, each with what it takes from the others.
fn described(circle: &BTreeSet<String>, arrows: &Arrows) -> String {
    let mut out = format!("{} files:\n", circle.len());
    for file in circle {
        for (target, names) in
            arrows.get(file).into_iter().flatten().filter(|(target, _)| circle.contains(*target))
        {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            out += &format!("  {file} -> {target}: {}\n", names.join(", "));
        }
    }
    out
}

#[test]
fn a_circle_of_two_files_is_found() {
    let arrows = imports::arrows_of(&[
        ("lib.rs", "mod a; mod b; mod c; pub use a::A;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f(_: super::A) { Vec::new(); }"),
        ("c.rs", "use super::*; fn f(_: A) {} #[cfg(test)] mod tests { use crate::lib; }"),
    ]);
    let circle = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(circles(&arrows), [circle(&["a.rs", "b.rs"])]);
    assert_eq!(arrows["c.rs"].keys().collect::<Vec<_>>(), ["a.rs"]);
}

#[test]
fn a_parent_that_only_re_exports_is_in_no_circle() {
    let arrows = imports::arrows_of(&[
        ("lib.rs", "mod a;"),
        ("a.rs", "mod b; mod c; pub(crate) use self::{b::B, c::C};"),
        ("a/b.rs", "use super::C; pub(crate) struct B(C);"),
        ("a/c.rs", "pub(crate) struct C; fn text() { quote!(super::B) }"),
    ]);
    assert_eq!(circles(&arrows), Vec::<BTreeSet<String>>::new());
    assert_eq!(arrows["a/b.rs"].keys().collect::<Vec<_>>(), ["a/c.rs"]);
}

#[test]
fn a_child_is_part_of_its_parent() {
    let arrows = imports::arrows_of(&[
        ("lib.rs", "mod a; mod d;"),
        ("a.rs", "mod b; mod c; use b::run; pub struct A; fn f() { b::other() }"),
        ("a/b.rs", "use super::A; pub fn run(_: A) {} pub fn other() { super::c::f() }"),
        ("a/c.rs", "pub fn f() { crate::d::g() }"),
        ("d.rs", "use crate::a::A; pub fn g() {}"),
    ]);
    assert_eq!(circles(&arrows).len(), 1);
    assert_eq!(arrows["a.rs"]["a/b.rs"].len(), 2);
    assert_eq!(arrows["a/b.rs"].keys().collect::<Vec<_>>(), ["a/c.rs"]);
}
