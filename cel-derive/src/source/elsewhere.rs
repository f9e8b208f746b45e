//! Finds types that another module, file or crate defines. It follows the imports and modules in the files of
//! this crate. In doubt there is no answer.

use super::{
    files::File,
    module::{Definition, Module, PRELUDE},
    packages::{Package, package},
};
use crate::manifest::manifest;
use proc_macro2::Ident;
use std::{
    collections::HashSet,
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The meaning of a path in the user's code.
pub(super) enum Origin {
    /// A type of this crate or of another one whose sources are at hand.
    Here(Item),
    /// A type of a crate that cannot derive `XValidation`: its path from the name of the crate on.
    Unrelated(Vec<String>),
    /// No type has the name.
    Nowhere,
}

/// A type that was found.
pub(super) struct Item {
    pub(super) definition: Definition,
    pub(super) name: String,
    pub(super) file: PathBuf,
    /// The crate that has it, and the module there.
    pub(super) krate: Crate,
    pub(super) module: Way,
}

/// The modules of a crate.
#[derive(Clone)]
pub(super) struct Crate {
    root: PathBuf,
    /// False if the root is a file whose module is not known: `#[path]`, `include!` or a macro brings it, or `#[cfg]` chooses it.
    is_whole: bool,
    /// The name of another crate, as this one knows it.
    pub(super) name: Option<String>,
}

/// The names of the modules on the way from the crate's root.
pub(super) type Way = Vec<String>;

/// A module and its file.
struct Place {
    module: Arc<Module>,
    file: PathBuf,
}

impl Crate {
    /// The crate of a file, and the module that has an item of this name.
    pub(super) fn of(file: &Path, item: &Ident) -> Option<(Crate, Way)> {
        let (root, mut way) = root_of(file)?;
        let is_whole = is_root(&root)?;
        let file = File::read(file)?;
        way.extend(Module::way(file.module()?, &file.named(item)?)?);
        Some((Crate { root, is_whole, name: None }, way))
    }

    /// The meaning of a path in a module.
    pub(super) fn origin(&self, module: &Way, path: &[String]) -> Option<Origin> {
        match Search::of(self).of_path(module, path)? {
            Found::Here(item) => Some(Origin::Here(item)),
            Found::Nowhere => Some(Origin::Nowhere),
            Found::Foreign(path) => {
                let (krate, below) = path.split_first()?;
                match package(krate)? {
                    Package::Unrelated => Some(Origin::Unrelated(path)),
                    Package::Local(root) => {
                        let krate = Crate { root, is_whole: true, name: Some(krate.clone()) };
                        match Search::of(&krate).below(&[], below)? {
                            Found::Here(item) => Some(Origin::Here(item)),
                            Found::Foreign(_) | Found::Nowhere => None,
                        }
                    }
                }
            }
        }
    }

    /// A path in a module as another module writes it, `from` that one. The root may be unknown, so the path is relative.
    pub(super) fn whole(&self, module: &Way, path: &[String], from: &Way) -> Option<Vec<String>> {
        match Search::of(self).of_path(module, path)? {
            // Whether another crate shows its module is not asked.
            Found::Here(_) if self.name.is_some() => None,
            Found::Here(item) => {
                let to = [item.module, vec![item.name]].concat();
                let same = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
                let ups = from.iter().skip(same).map(|_| "super".to_owned());
                let mut out: Vec<String> = ups.chain(to.into_iter().skip(same)).collect();
                if same == from.len() {
                    out.insert(0, "self".to_owned());
                }
                Some(out)
            }
            Found::Foreign(path) => Some([vec![String::new()], path].concat()),
            Found::Nowhere => None,
        }
    }

    /// The module at the end of a way.
    fn place(&self, way: &[String]) -> Option<Place> {
        let of_file = |file: PathBuf| Some(Place { module: File::read(&file)?.module()?.clone(), file });
        let mut place = of_file(self.root.clone())?;
        // The folder with the files of this module's children.
        let mut folder = self.root.parent()?.to_owned();
        for name in way {
            match place.module.child(name)?.inline.clone() {
                Some(inline) => place.module = inline,
                None if !self.is_whole => return None,
                None => {
                    let files = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
                    place = of_file(files.into_iter().find(|file| file.is_file())?)?;
                }
            }
            folder.push(name);
        }
        Some(place)
    }
}

/// The result of a search.
enum Found {
    Here(Item),
    /// A path that begins with the name of another crate.
    Foreign(Vec<String>),
    Nowhere,
}

/// A search. It asks each question only once, since modules may import each other.
struct Search<'a> {
    krate: &'a Crate,
    asked: HashSet<(Way, Vec<String>)>,
}

impl<'a> Search<'a> {
    fn of(krate: &'a Crate) -> Self {
        Search { krate, asked: HashSet::new() }
    }

    fn of_path(&mut self, module: &Way, path: &[String]) -> Option<Found> {
        if !self.asked.insert((module.clone(), path.to_vec())) {
            return Some(Found::Nowhere);
        }
        let (first, rest) = path.split_first()?;
        if rest.is_empty() {
            return self.of_name(module, first);
        }
        match first.as_str() {
            "crate" if !self.krate.is_whole => None,
            "crate" => self.below(&[], rest),
            "self" => self.below(module, rest),
            "super" => {
                let (_, parent) = module.split_last()?;
                match rest.first().is_some_and(|next| next == "super") {
                    true => self.of_path(&parent.to_vec(), rest),
                    false => self.below(parent, rest),
                }
            }
            "" => foreign(rest),
            _ => self.of_relative(module, path, first, rest),
        }
    }

    /// The meaning of a path that begins with a name in the module, or with the name of another crate.
    fn of_relative(&mut self, module: &Way, path: &[String], first: &str, rest: &[String]) -> Option<Found> {
        let place = self.krate.place(module)?;
        if place.module.child(first).is_some() {
            return self.below(module, path);
        }
        let uses = place.module.uses()?;
        let mut named = uses.iter().filter(|found| found.name.as_deref() == Some(first));
        match (named.next(), named.next()) {
            (Some(found), None) if found.path != [first] => {
                let whole: Vec<String> = found.path.iter().chain(rest).cloned().collect();
                self.of_path(module, &whole)
            }
            (None, None) => foreign(path),
            _ => None,
        }
    }

    /// The meaning of a path relative to a module.
    fn below(&mut self, module: &[String], path: &[String]) -> Option<Found> {
        let (name, modules) = path.split_last()?;
        let way: Way = module.iter().chain(modules).cloned().collect();
        self.of_name(&way, name)
    }

    /// The meaning of a name in a module: an item or an import.
    fn of_name(&mut self, module: &Way, name: &str) -> Option<Found> {
        let place = self.krate.place(module)?;
        if place.module.has(name) {
            return Some(Found::Here(Item {
                definition: place.module.definition(name)?,
                name: name.to_owned(),
                file: place.file,
                krate: self.krate.clone(),
                module: module.clone(),
            }));
        }
        let uses = place.module.uses()?;
        let named: Vec<_> = uses.iter().filter(|found| found.name.as_deref() == Some(name)).collect();
        match named.as_slice() {
            [] => {}
            [found] if found.path.len() > 1 => return self.of_path(module, &found.path),
            _ => return None,
        }
        let mut found = None;
        for glob in uses.iter().filter(|found| found.name.is_none()) {
            let path: Vec<String> = glob.path.iter().cloned().chain([name.to_owned()]).collect();
            match self.of_path(module, &path)? {
                Found::Foreign(path) if !may_be_there(&path) => {}
                Found::Foreign(_) => return None, // the glob may bring any name
                Found::Nowhere => {}
                Found::Here(..) if found.is_some() => return None,
                here @ Found::Here(..) => found = Some(here),
            }
        }
        match found {
            None if place.module.calls_macros() || PRELUDE.contains(&name) => None,
            // The file may be part of a module.
            None if module.is_empty() && !self.krate.is_whole => None,
            found => Some(found.unwrap_or(Found::Nowhere)),
        }
    }
}

/// False if a module of std has no such type: the module of `use std::collections::*`.
fn may_be_there(path: &[String]) -> bool {
    match path {
        [first, module, name] if first == "std" && module == "collections" => {
            COLLECTIONS.contains(&name.as_str())
        }
        _ => true,
    }
}

/// The types of `std::collections`.
const COLLECTIONS: &[&str] = &[
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Bound",
    "HashMap",
    "HashSet",
    "LinkedList",
    "TryReserveError",
    "VecDeque",
];

/// A path that begins with the name of another crate.
fn foreign(path: &[String]) -> Option<Found> {
    let first = path.first()?;
    let is_crate = ["std", "core", "alloc"].contains(&first.as_str())
        || manifest().crates.contains_key(first)
        || env::var("CARGO_PKG_NAME").is_ok_and(|name| name.replace('-', "_") == *first);
    (is_crate && path.len() > 1).then(|| Found::Foreign(path.to_vec()))
}

/// The root file of the crate, and the way from there to the module that the file contains. In place of the root it may be the first file
/// on the way whose module is known.
fn root_of(file: &Path) -> Option<(PathBuf, Way)> {
    let folder = file.parent()?;
    let stem = file.file_stem()?.to_str()?;
    if is_top(file)? {
        return Some((file.to_owned(), Vec::new()));
    }
    // `a/mod.rs` is the module `a` of the parent folder.
    let (name, folder) = match stem {
        "mod" => (folder.file_name()?.to_str()?, folder.parent()?),
        _ => (stem, folder),
    };
    let around = folder.with_extension("rs");
    let parents = [folder.join("lib.rs"), folder.join("main.rs"), folder.join("mod.rs"), around];
    let has = |parent: &PathBuf| {
        let is_file = |parent: Arc<File>| {
            let child = parent.module().and_then(|module| module.child(name));
            child.is_some_and(|child| child.inline.is_none())
        };
        parent != file && File::read(parent).is_some_and(is_file)
    };
    let mut found = parents.into_iter().filter(has);
    let Some(parent) = found.next() else { return Some((file.to_owned(), Vec::new())) };
    if found.next().is_some() {
        return None; // both a library and a program have the module
    }
    let (root, mut way) = root_of(&parent)?;
    way.push(name.to_owned());
    Some((root, way))
}

/// True for `src/lib.rs` and `src/main.rs`.
fn is_top(file: &Path) -> Option<bool> {
    let top = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?).join("src");
    let is_named = matches!(file.file_stem()?.to_str()?, "lib" | "main");
    Some(is_named && std::path::absolute(file).ok()?.parent() == Some(&top))
}

/// True if cargo builds a crate from the file: by its place and the name of the crate, or because `Cargo.toml` says so.
fn is_root(file: &Path) -> Option<bool> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let file = std::path::absolute(file).ok()?;
    let stem = file.file_stem()?.to_str()?;
    let is_listed = || manifest().targets.iter().any(|target| folder.join(target) == file);
    let is_crate = || env::var("CARGO_CRATE_NAME").is_ok_and(|name| name == stem.replace('-', "_"));
    let is_below = |place: &&str| file.parent() == Some(&folder.join(place));
    Some(match stem {
        "lib" | "main" | "build" => true,
        _ => ["src/bin", "tests", "examples", "benches"].iter().any(is_below) && is_crate() || is_listed(),
    })
}
