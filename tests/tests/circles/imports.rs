//! Imports between the files of a crate: `use crate::cost::Cost` in `rule.rs` is an arrow from `rule.rs` to `cost.rs`.

use crate::names::{FileNames, Names, read};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// For each file the files that it needs, with the names that it takes from them.
pub(crate) type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The arrows between the files of a crate.
pub(crate) fn arrows(root: &Path, name: &str) -> Arrows {
    let mut files = Vec::new();
    collect(root, &format!("{name}/src"), &mut files);
    let files: Vec<_> = files.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    arrows_of(&files)
}

fn collect(root: &Path, folder: &str, out: &mut Vec<(String, String)>) {
    let entries = fs::read_dir(root.join(folder)).expect("a folder of the crate");
    for entry in entries.map(|entry| entry.expect("an entry of the folder")) {
        let name = format!("{folder}/{}", entry.file_name().display());
        if entry.path().is_dir() {
            collect(root, &name, out);
        } else if name.ends_with(".rs") {
            out.push((name, fs::read_to_string(entry.path()).expect("a text")));
        }
    }
}

/// The arrows between files with these names and texts; a file's module is its name below `src/`.
pub(crate) fn arrows_of(files: &[(&str, &str)]) -> Arrows {
    let modules: BTreeMap<Names, (&str, FileNames)> = files
        .iter()
        .map(|(file, text)| {
            let module = module_of(file);
            let names = read(text.parse().unwrap_or_else(|error| panic!("{file}: {error}")), &module);
            (module, (*file, names))
        })
        .collect();
    let of = Crate { modules };
    let mut out = Arrows::new();
    for (module, (file, names)) in of.modules.iter().filter(|(module, _)| !of.is_of_tests(module)) {
        let targets = out.entry((*file).to_owned()).or_default();
        for path in of.needed(names) {
            let Some((target, name)) = of.holder(&path, 0) else { continue };
            // A child is a part of its parents.
            if !module.starts_with(&target) {
                let target = of.modules[&target].0.to_owned();
                targets.entry(target).or_default().insert(name);
            }
        }
    }
    out
}

/// `cel-types/src/regex/tree.rs` is `regex::tree`.
fn module_of(file: &str) -> Names {
    let below = file.split_once("/src/").map_or(file, |(_, below)| below);
    let names = below.trim_end_matches(".rs").split('/').map(str::to_owned);
    names.filter(|name| !matches!(name.as_str(), "lib" | "main")).collect()
}

struct Crate<'a> {
    modules: BTreeMap<Names, (&'a str, FileNames)>,
}

impl Crate<'_> {
    /// All that a file imports, from the root of the crate.
    fn needed(&self, names: &FileNames) -> Vec<Names> {
        let mut out = names.paths.clone();
        for used in names.uses.iter().filter(|used| !used.is_public) {
            if used.name != "*" {
                out.push(used.path.clone());
                continue;
            }
            // Of all that it may have brought, the words that stand in the file.
            let known = self.modules.get(&used.path).map(|(_, known)| known);
            let brought = known.into_iter().flat_map(|known| &known.uses).map(|used| &used.name);
            let brought = brought.filter(|name| names.words.contains(name));
            out.extend(brought.map(|name| [used.path.as_slice(), std::slice::from_ref(name)].concat()));
            let own = known.is_some_and(|known| names.words.iter().any(|word| known.declares(word)));
            out.extend(own.then(|| used.path.clone()));
        }
        out
    }

    /// The module whose file holds what a path names, behind all re-exports, and its name there.
    fn holder(&self, path: &[String], depth: usize) -> Option<(Names, String)> {
        let split = (0..=path.len()).rev().find(|n| self.modules.contains_key(&path[..*n]))?;
        let (module, rest) = path.split_at(split);
        let (_, names) = &self.modules[module];
        let item = rest.first();
        // The names of an inline module count as those of its file.
        for name in rest.iter().take(2).filter(|_| depth < 8) {
            let found = names.uses.iter().find(|used| used.name == *name && used.path != path);
            if let Some(holder) = found.and_then(|used| self.holder(&used.path, depth + 1)) {
                return Some(holder);
            }
            if !names.declares(name) {
                for used in names.uses.iter().filter(|used| used.name == "*") {
                    let below = [used.path.as_slice(), std::slice::from_ref(name)].concat();
                    let holder = self.holder(&below, depth + 1);
                    if let Some(holder) = holder.filter(|(module, _)| self.modules[module].1.declares(name)) {
                        return Some(holder);
                    }
                }
            }
        }
        Some((module.to_vec(), item.cloned().unwrap_or_else(|| "self".to_owned())))
    }

    /// A module that exists in tests only, or is in one.
    fn is_of_tests(&self, module: &[String]) -> bool {
        (1..=module.len()).any(|n| {
            let parent = self.modules.get(&module[..n - 1]);
            parent.is_some_and(|(_, names)| names.tests.contains(&module[n - 1]))
        })
    }
}
