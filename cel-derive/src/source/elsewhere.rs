//! Finds types that another module, file or crate defines. It follows the imports and modules in the files of
//! this crate, and of others whose sources are at hand. In doubt there is no answer.

use super::{
    files::File,
    module::{Definition, Module, PRELUDE},
    packages::{self, Package, package},
    std_types::has_type,
};
use crate::manifest::manifest;
use cel_compiler::schema::kubernetes::at;
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
    /// A type of a crate that cannot derive `XValidation`: its path from the name of the crate on. Another crate may have another name for it.
    Unrelated(Vec<String>),
    /// A type of k8s-openapi: its path below that crate.
    Kubernetes(Vec<String>),
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
    /// What is known of another crate; `None` for the one that is being compiled.
    pub(super) other: Option<Other>,
}

/// A crate whose sources are at hand.
#[derive(Clone)]
pub(super) struct Other {
    /// The name by which the crate that asks knows it.
    pub(super) name: String,
    folder: PathBuf,
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
        way.extend(File::read(file)?.way_to(item)?);
        Some((Crate { root, is_whole, other: None }, way))
    }

    /// The meaning of a path in a module.
    pub(super) fn origin(&self, module: &Way, path: &[String]) -> Option<Origin> {
        match Search::of(self).of_path(module, path)? {
            Found::Here(item) => Some(Origin::Here(item)),
            Found::Nowhere => Some(Origin::Nowhere),
            Found::Foreign(path) => self.beyond(&path, CRATES),
        }
    }

    /// The meaning of a path that begins with the name of another crate. It may lead through so many crates.
    fn beyond(&self, path: &[String], crates: usize) -> Option<Origin> {
        let crates = crates.checked_sub(1)?;
        let (name, below) = path.split_first()?;
        let folder = match package(name, self.folder())? {
            Package::Unrelated => return Some(Origin::Unrelated(path.to_vec())),
            Package::Kubernetes => return Some(Origin::Kubernetes(below.to_vec())),
            Package::Local(folder) => folder,
        };
        let root = packages::root_of(&folder);
        let krate = Crate { root, is_whole: true, other: Some(Other { name: name.clone(), folder }) };
        let mut search = Search { crates, ..Search::of(&krate) };
        match search.below(&[], below)? {
            Found::Here(item) => Some(Origin::Here(item)),
            Found::Foreign(path) => krate.beyond(&path, crates),
            Found::Nowhere => None,
        }
    }

    /// The module at the end of a way.
    pub(super) fn module(&self, way: &[String]) -> Option<Arc<Module>> {
        Some(self.place(way)?.module)
    }

    fn folder(&self) -> Option<&Path> {
        Some(&self.other.as_ref()?.folder)
    }

    /// A path in a module as another module writes it, `from` that one. The root may be unknown, so the path is relative.
    pub(super) fn whole(&self, module: &Way, path: &[String], from: &Way) -> Option<Vec<String>> {
        match Search::of(self).of_path(module, path)? {
            Found::Here(item) if self.other.is_some() => self.public_path(&item),
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
            Found::Foreign(path) => {
                let is_known = self.other.is_none() || packages::is_package(path.first()?, None);
                is_known.then(|| [vec![String::new()], path].concat())
            }
            Found::Nowhere => None,
        }
    }

    /// The path of a type of another crate that this one depends on: where the type is, or at the crate's root. All on the way is public.
    fn public_path(&self, item: &Item) -> Option<Vec<String>> {
        let name = &self.other.as_ref()?.name;
        if !packages::is_package(name, None) {
            return None;
        }
        let start = [String::new(), name.clone()];
        let is_public = |depth: usize| {
            let place = self.place(item.module.get(..depth)?)?;
            Some(place.module.child(item.module.get(depth)?)?.is_public)
        };
        let is_shown = self.place(&item.module)?.module.shows(&item.name);
        if is_shown && (0..item.module.len()).all(|depth| is_public(depth) == Some(true)) {
            return Some([&start, item.module.as_slice(), std::slice::from_ref(&item.name)].concat());
        }
        let root = self.place(&[])?;
        let mut uses = root.module.uses()?.iter();
        let found = uses.find(|found| found.is_public && found.name.as_ref() == Some(&item.name))?;
        match Search::of(self).of_path(&[], &found.path)? {
            Found::Here(same) if (&same.file, &same.name) == (&item.file, &item.name) => {
                Some([&start, std::slice::from_ref(&item.name)].concat())
            }
            _ => None,
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
                    let name = name.trim_start_matches("r#");
                    let files = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
                    place = of_file(files.into_iter().find(|file| file.is_file())?)?;
                }
            }
            folder.push(name.trim_start_matches("r#"));
        }
        Some(place)
    }
}

/// A path leads through so many crates at most.
const CRATES: usize = 8;

/// The result of a search in one crate.
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
    /// How many crates a glob may lead through.
    crates: usize,
}

impl<'a> Search<'a> {
    fn of(krate: &'a Crate) -> Self {
        Search { krate, asked: HashSet::new(), crates: CRATES }
    }

    fn of_path(&mut self, module: &[String], path: &[String]) -> Option<Found> {
        if !self.asked.insert((module.to_vec(), path.to_vec())) {
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
                    true => self.of_path(parent, rest),
                    false => self.below(parent, rest),
                }
            }
            "" => self.foreign(rest),
            _ => self.of_relative(module, path, first),
        }
    }

    /// The meaning of a path that begins with a name in the module, or with the name of another crate.
    fn of_relative(&mut self, module: &[String], path: &[String], first: &str) -> Option<Found> {
        let place = self.krate.place(module)?;
        let uses = place.module.uses()?;
        let is_named = place.module.child(first).is_some()
            || uses.iter().any(|found| found.name.as_deref() == Some(first));
        if is_named { self.below(module, path) } else { self.foreign(path) }
    }

    /// The meaning of a path relative to a module. Each name but the last is that of a module, or an import has it.
    fn below(&mut self, module: &[String], path: &[String]) -> Option<Found> {
        let (first, rest) = path.split_first()?;
        if rest.is_empty() {
            return self.of_name(module, first);
        }
        let place = self.krate.place(module)?;
        if place.module.child(first).is_some() {
            return self.below(&[module, std::slice::from_ref(first)].concat(), rest);
        }
        let uses = place.module.uses()?;
        let mut named = uses.iter().filter(|found| found.name.as_ref() == Some(first));
        let (Some(found), None) = (named.next(), named.next()) else { return None };
        match found.path.as_slice() {
            [only] if only == first => self.foreign(path),
            start => self.of_path(module, &[start, rest].concat()),
        }
    }

    /// A path that begins with the name of another crate.
    fn foreign(&self, path: &[String]) -> Option<Found> {
        let is_crate = packages::is_package(path.first()?, self.krate.folder());
        (is_crate && path.len() > 1).then(|| Found::Foreign(path.to_vec()))
    }

    /// The meaning of a name in a module: an item or an import.
    fn of_name(&mut self, module: &[String], name: &str) -> Option<Found> {
        let place = self.krate.place(module)?;
        if place.module.has(name) {
            return Some(Found::Here(Item {
                definition: place.module.definition(name)?,
                name: name.to_owned(),
                file: place.file,
                krate: self.krate.clone(),
                module: module.to_vec(),
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
            let brought = match self.of_path(module, &path)? {
                Found::Foreign(path) => self.by_glob(&path)?,
                Found::Nowhere => continue,
                here @ Found::Here(..) => Some(here),
            };
            match brought {
                Some(_) if found.is_some() => return None,
                brought => found = found.or(brought),
            }
        }
        match found {
            None if place.module.calls_macros() || PRELUDE.contains(&name) => None,
            // The file may be part of a module.
            None if module.is_empty() && !self.krate.is_whole => None,
            found => Some(found.unwrap_or(Found::Nowhere)),
        }
    }

    /// What a glob of another crate's module brings under a path: `Some(None)` if there is certainly no such type.
    fn by_glob(&self, path: &[String]) -> Option<Option<Found>> {
        if let [first, module, name] = path
            && packages::is_std(first)
            && let Some(has_type) = has_type(module, name)
        {
            return Some(has_type.then(|| Found::Foreign(path.to_vec())));
        }
        match self.krate.beyond(path, self.crates)? {
            Origin::Here(_) => Some(Some(Found::Foreign(path.to_vec()))),
            Origin::Kubernetes(below) => Some(at(&below.join("::")).map(|_| Found::Foreign(path.to_vec()))),
            Origin::Unrelated(_) | Origin::Nowhere => None, // it may bring any name
        }
    }
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
    // The name in the parent, which may be written `r#type`.
    let module_of = |parent: PathBuf| {
        let file = File::read(&parent).filter(|_| parent != file)?;
        let module = file.module()?;
        let child = module.child(name).or_else(|| module.child(&format!("r#{name}")))?;
        child.inline.is_none().then(|| (child.name.clone(), parent))
    };
    let mut found = parents.into_iter().filter_map(module_of);
    let Some((name, parent)) = found.next() else { return Some((file.to_owned(), Vec::new())) };
    if found.next().is_some() {
        return None; // both a library and a program have the module
    }
    let (root, mut way) = root_of(&parent)?;
    way.push(name);
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
