//! Knows whether the types of another crate can derive. If its sources are at hand they are read. Otherwise it
//! must depend on this project.

use super::files::text_of;
use crate::manifest::{self, manifest};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Component, Path, PathBuf},
};

/// Another crate.
pub(super) enum Package {
    /// A crate whose sources are at hand: its folder.
    Local(PathBuf),
    Kubernetes,
    /// None of its types can derive `XValidation`.
    Unrelated,
}

/// The names of other crates in the sources of a crate: of the one in a folder, or of the one that is being compiled.
pub(super) fn is_package(name: &str, folder: Option<&Path>) -> bool {
    let is_own = || env::var("CARGO_PKG_NAME").is_ok_and(|own| own.replace('-', "_") == name);
    match folder {
        _ if STD.contains(&name) => true,
        None => manifest().crates.contains_key(name) || is_own(),
        Some(folder) => manifest_of(folder).is_some_and(|manifest| manifest.crates.contains_key(name)),
    }
}

/// The crate with a name in the sources of another one, if enough is known about it.
pub(super) fn package(name: &str, folder: Option<&Path>) -> Option<Package> {
    if STD.contains(&name) {
        return Some(Package::Unrelated);
    }
    if folder.is_none() && env::var("CARGO_PKG_NAME").ok()?.replace('-', "_") == name {
        return local(PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?));
    }
    let Source { folder, path, package } = source(name, folder)?;
    match path {
        _ if plain(&package) == "k8s_openapi" => Some(Package::Kubernetes),
        Some(path) => local(path),
        None => (!reaches(&folder, &package, &["cel_runtime"])?).then_some(Package::Unrelated),
    }
}

/// True if a crate with this name in the sources is one of some crates, or may pass on their types: it depends on one of them.
pub(super) fn has_types_of(name: &str, crates: &[&str]) -> Option<bool> {
    if STD.contains(&name) {
        return Some(false);
    }
    let Source { folder, package, .. } = source(name, None)?;
    reaches(&folder, &package, crates)
}

/// Where a dependency comes from.
struct Source {
    /// The folder of the crate that depends on it.
    folder: PathBuf,
    /// Its own folder, if the sources are at hand.
    path: Option<PathBuf>,
    package: String,
}

fn source(name: &str, folder: Option<&Path>) -> Option<Source> {
    let (folder, found) = match folder {
        Some(folder) => (folder.to_owned(), manifest_of(folder)?.crates.get(name)?.clone()),
        None => (PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?), manifest().crates.get(name)?.clone()),
    };
    let (base, found) = match found.is_workspace {
        true => {
            let (workspace, text) = workspace(&folder)?;
            let inherited = manifest::read(&text).workspace.get(name)?.clone();
            (workspace, inherited)
        }
        false => (folder.clone(), found),
    };
    let path = found.path.map(|path| without_parents(&base.join(path)));
    Some(Source { folder, path, package: found.package.unwrap_or_else(|| name.to_owned()) })
}

/// A path without `..`, as cargo reads it: errors show it.
fn without_parents(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// True for std and the crates below it.
pub(super) fn is_std(name: &str) -> bool {
    STD.contains(&name)
}

const STD: [&str; 3] = ["std", "core", "alloc"];

fn manifest_of(folder: &Path) -> Option<manifest::Manifest> {
    Some(manifest::read(&text_of(&folder.join("Cargo.toml"))?))
}

fn local(folder: PathBuf) -> Option<Package> {
    root_of(&folder).is_file().then_some(Package::Local(folder))
}

/// The root file of a library.
pub(super) fn root_of(folder: &Path) -> PathBuf {
    folder.join("src/lib.rs")
}

/// The folder and the text of the workspace's manifest.
fn workspace(folder: &Path) -> Option<(PathBuf, String)> {
    folder.ancestors().find_map(|folder| {
        let text = text_of(&folder.join("Cargo.toml"))?;
        text.contains("[workspace").then(|| (folder.to_owned(), text.to_string()))
    })
}

/// True if a package is one of some others, or depends on one of them, directly or not.
fn reaches(folder: &Path, package: &str, others: &[&str]) -> Option<bool> {
    let lock = folder.ancestors().find_map(|folder| text_of(&folder.join("Cargo.lock")))?;
    let mut packages = BTreeMap::<String, BTreeSet<String>>::new();
    for part in lock.split("[[package]]").skip(1) {
        let Some(name) = part.split('"').nth(1) else { continue };
        let list = part.split_once("dependencies = [").and_then(|(_, rest)| rest.split_once(']'));
        let names = list.into_iter().flat_map(|(list, _)| list.split('"').skip(1).step_by(2));
        let names = names.filter_map(|name| name.split(' ').next()).map(plain);
        packages.entry(plain(name)).or_default().extend(names);
    }
    let mut next = vec![plain(package)];
    let mut seen = BTreeSet::new();
    while let Some(name) = next.pop() {
        if others.contains(&name.as_str()) {
            return Some(true);
        }
        let dependencies = packages.get(&name)?;
        if seen.insert(name) {
            next.extend(dependencies.iter().cloned());
        }
    }
    Some(false)
}

fn plain(name: &str) -> String {
    name.replace('-', "_")
}
