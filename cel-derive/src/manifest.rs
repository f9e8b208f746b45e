//! Reads the lines about cel-runtime, k8s-openapi and lints in the crate's `Cargo.toml`. Little of it is needed, so it is
//! read line by line. With a parser of TOML every user would have to build the parser.

mod lints;
mod release;

use crate::editor::changed;
use lints::LintSettings;
use proc_macro2::TokenStream;
use quote::quote;
use release::Release;
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::SystemTime,
};

/// The lines of a manifest about cel-runtime, k8s-openapi and lints.
#[derive(Default)]
pub(crate) struct Manifest {
    /// The crate's name for cel-runtime, if it has another one there.
    pub(crate) runtime: Option<String>,
    /// The crate's name for k8s-openapi, if it depends on it.
    pub(crate) k8s_openapi: Option<String>,
    release: Release,
    /// The crate's dependencies, by their names in Rust.
    pub(crate) crates: BTreeMap<String, Dependency>,
    /// The dependencies that members of its workspace can inherit.
    pub(crate) workspace: BTreeMap<String, Dependency>,
    /// The crate's list of names. Each has the path of a type below k8s-openapi, or none if the type is the
    /// crate's own.
    pub(crate) types: BTreeMap<String, Option<String>>,
    /// The levels of lints in the crate.
    pub(crate) lints: LintSettings,
    /// The levels of lints that a workspace gives its members.
    workspace_lints: LintSettings,
    /// The files of crates that it names: `path = "src/other.rs"` of a `[[bin]]`.
    pub(crate) targets: Vec<String>,
    /// The manifests that were read, relative to the folder of the crate.
    files: Vec<String>,
    /// True if an item of the crate has the code of [`tracked`].
    is_tracked: AtomicBool,
}

/// The lines of a manifest about a dependency.
#[derive(Clone, Default)]
pub(crate) struct Dependency {
    /// The folder of its sources, if a line names it.
    pub(crate) path: Option<String>,
    /// The name of the package, if it differs from the crate's name.
    pub(crate) package: Option<String>,
    /// True if missing lines are in the manifest of the workspace.
    pub(crate) is_workspace: bool,
}

/// The manifest of the crate that is being compiled. If it cannot be read, the crate counts as depending on
/// k8s-openapi.
pub(crate) fn manifest() -> Arc<Manifest> {
    type Key = (PathBuf, Option<SystemTime>);
    static KNOWN: Mutex<Option<(Key, Arc<Manifest>)>> = Mutex::new(None);
    let folder = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let path = env::var_os("CARGO_MANIFEST_PATH").map(PathBuf::from);
    let path = path.or_else(|| Some(folder.as_ref()?.join(FILE))).unwrap_or_default();
    let key = (path.clone(), changed(&path));
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, manifest)) = known.as_ref().filter(|(known, _)| *known == key) {
        return manifest.clone();
    }
    let manifest = Arc::new(match fs::read_to_string(&path) {
        Ok(text) => of_crate(&text, folder.as_deref().filter(|folder| path == folder.join(FILE))),
        Err(_) => unread(),
    });
    *known = Some((key, manifest.clone()));
    manifest
}

/// In place of a file that is not there: a build system other than cargo may not have it.
fn unread() -> Manifest {
    Manifest { k8s_openapi: Some(NAME.replace('-', "_")), ..Manifest::default() }
}

/// The path of cel-runtime, if `Cargo.toml` gives it another name.
pub(crate) fn runtime() -> Option<syn::Path> {
    let manifest = manifest();
    let name = manifest.runtime.as_ref()?;
    syn::parse_str(&format!("::{name}")).ok()
}

/// The manifest in a folder, with inherited settings of the workspace.
fn of_crate(text: &str, folder: Option<&Path>) -> Manifest {
    let mut manifest = read(text);
    let Some(folder) = folder else { return manifest };
    manifest.files.push(format!("/{FILE}"));
    manifest.runtime = manifest.name_of(RUNTIME, folder).filter(|name| name != "cel_runtime");
    manifest.k8s_openapi = manifest.k8s_openapi.take().or_else(|| manifest.name_of(NAME, folder));
    let of_k8s_openapi = manifest.k8s_openapi.as_ref().and_then(|name| manifest.crates.get(name));
    if of_k8s_openapi.is_some_and(|found| found.is_workspace)
        && let Some((_, workspace)) = workspace(folder)
    {
        manifest.release = manifest.release.or(workspace.release);
    }
    if manifest.lints.is_inherited
        && let Some((above, workspace)) = workspace(folder)
    {
        manifest.lints = std::mem::take(&mut manifest.lints).within(workspace.workspace_lints);
        if above > 0 {
            manifest.files.push(format!("{}/{FILE}", "/..".repeat(above)));
        }
    }
    manifest
}

/// The manifest of a folder's workspace, and the number of folders between them.
fn workspace(folder: &Path) -> Option<(usize, Manifest)> {
    folder.ancestors().enumerate().find_map(|(above, folder)| {
        let text = fs::read_to_string(folder.join(FILE)).ok()?;
        text.contains("[workspace").then(|| (above, read(&text)))
    })
}

/// Makes cargo build the crate again when the manifest changes. cargo itself does not watch `package.metadata`. One item of a crate
/// is enough: rustc expands all of them, or none.
pub(crate) fn tracked() -> Option<TokenStream> {
    let manifest = manifest();
    if manifest.is_tracked.swap(true, Ordering::Relaxed) {
        return None;
    }
    let files = manifest
        .files
        .iter()
        .map(|file| {
            quote!(
                const _: &[::core::primitive::u8] =
                    ::core::include_bytes!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #file));
            )
        })
        .collect::<TokenStream>();
    (!files.is_empty()).then_some(files)
}

pub(crate) fn read(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut table: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            table = keys(header);
            if let [.., dependencies, name] = table.as_slice()
                && is_dependencies(dependencies)
            {
                manifest.dependency(name, "");
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let key = keys(key.trim());
        manifest.keep(&table, &key, value);
        manifest.of_lints(&table, &key, value);
        match (table.as_slice(), key.as_slice()) {
            ([.., dependencies], [name, ..]) if is_dependencies(dependencies) => {
                manifest.dependency(name, value);
            }
            ([.., dependencies, name], [_]) if is_dependencies(dependencies) => {
                manifest.dependency(&name.clone(), line);
            }
            ([kind], [name]) if TARGETS.contains(&kind.as_str()) && name == "path" => {
                manifest.targets.extend(quoted(value));
            }
            ([package, metadata, tool, list], [name])
                if [package, metadata, tool, list]
                    == ["package", "metadata", "cel-runtime", "k8s-openapi"] =>
            {
                manifest.types.insert(name.clone(), quoted(value));
            }
            _ => {}
        }
    }
    manifest
}

impl Manifest {
    /// The version of Kubernetes whose types k8s-openapi has: 37 for 1.37.
    pub(crate) fn minor(&self) -> Option<u8> {
        self.release.minor()
    }

    /// Keeps a line about the source of a dependency.
    fn keep(&mut self, table: &[String], key: &[String], value: &str) {
        let (table, rest) = match table {
            [.., dependencies] if is_dependencies(dependencies) => (table, key),
            [before @ .., name] if before.last().is_some_and(|last| is_dependencies(last)) => {
                return self.keep(before, &[std::slice::from_ref(name), key].concat(), value);
            }
            _ => return,
        };
        let crates = if table.first().is_some_and(|first| first == "workspace") {
            &mut self.workspace
        } else {
            &mut self.crates
        };
        let Some((name, rest)) = rest.split_first() else { return };
        let found = crates.entry(name.replace('-', "_")).or_default();
        let inline = |name: &str| {
            let (before, rest) = value.split_once(name)?;
            let rest = rest.trim_start().strip_prefix('=')?;
            before.ends_with(['{', ' ', ',']).then(|| rest.trim_start())
        };
        let of = |name: &str| match rest {
            [key] => (key == name).then_some(value),
            _ => inline(name),
        };
        found.path = of("path").and_then(quoted).or(found.path.take());
        found.package = of("package").and_then(quoted).or(found.package.take());
        found.is_workspace |= of("workspace").is_some_and(|value| value.trim_start().starts_with("true"));
    }

    /// The crate's name for a package, if it depends on it. The workspace may have chosen the name.
    fn name_of(&self, package: &str, folder: &Path) -> Option<String> {
        let name = package.replace('-', "_");
        if self.crates.get(&name).is_some_and(|found| found.package.is_none()) {
            return Some(name);
        }
        let is_it = |found: &Dependency| found.package.as_deref() == Some(package);
        if let Some((name, _)) = self.crates.iter().find(|(_, found)| is_it(found)) {
            return Some(name.clone());
        }
        let inherited = |name: &String| self.crates.get(name).is_some_and(|found| found.is_workspace);
        if !self.crates.keys().any(inherited) {
            return None;
        }
        let (_, workspace) = workspace(folder)?;
        let found = workspace.workspace.into_iter().find(|(name, found)| is_it(found) && inherited(name));
        found.map(|(name, _)| name)
    }

    /// Reads a line about the levels of lints.
    fn of_lints(&mut self, table: &[String], key: &[String], value: &str) {
        let is_tool = table.iter().chain(key).nth(2).is_some_and(|name| name == "x-validation");
        if !is_tool {
            return;
        }
        let path = [table, key].concat();
        let [of, metadata, _, key @ ..] = path.as_slice() else { return };
        match (of.as_str(), metadata.as_str()) {
            ("package", "metadata") => self.lints.read(key, value),
            ("workspace", "metadata") => self.workspace_lints.read(key, value),
            _ => {}
        }
    }

    /// Reads a line about k8s-openapi.
    fn dependency(&mut self, name: &str, value: &str) {
        let package = value.split_once("package").and_then(|(_, rest)| quoted(rest));
        if package.as_deref().unwrap_or(name) != NAME
            && self.k8s_openapi.as_deref() != Some(&name.replace('-', "_"))
        {
            return;
        }
        self.k8s_openapi = Some(name.replace('-', "_"));
        self.release = self.release.or(Release::read(value));
    }
}

/// Also true for `dev-dependencies`, since tests use the same types.
fn is_dependencies(name: &str) -> bool {
    matches!(name, "dependencies" | "dev-dependencies" | "build-dependencies")
}

/// The parts of a dotted key. Some may be quoted and have dots.
fn keys(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '.') => out.push(String::new()),
            (None, ' ') => {}
            (_, c) => out.iter_mut().last().into_iter().for_each(|last| last.push(c)),
        }
    }
    out
}

/// The first text in quotes.
fn quoted(text: &str) -> Option<String> {
    let (_, rest) = text.split_once(['"', '\''])?;
    rest.split(['"', '\'']).next().map(str::to_owned)
}

/// Tables of crates, as the keys of their headers are read: `[[bin]]`.
const TARGETS: &[&str] = &["lib", "[bin", "[test", "[example", "[bench"];
const NAME: &str = "k8s-openapi";
const RUNTIME: &str = "cel-runtime";
const FILE: &str = "Cargo.toml";

#[cfg(test)]
mod tests;
