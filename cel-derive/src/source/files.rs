//! The source files of this crate and of others. A build reads each file once, and parses it once: a derive asks for the types of each field.

use super::{
    imports::Imports,
    module::{Definition, Module, Named, Place},
    names,
};
use crate::editor::changed;
use proc_macro2::Ident;
use std::{
    collections::{HashMap, HashSet},
    env, fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::SystemTime,
};

/// A file, and what is known of it.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
    module: OnceLock<Option<Arc<Module>>>,
    places: OnceLock<HashMap<String, Vec<Place>>>,
    types: OnceLock<Types>,
    imports: OnceLock<Imports>,
}

/// The names that a file gives to types.
pub(super) struct Types {
    pub(super) aliases: HashSet<String>,
    /// The types of each name.
    all: HashMap<String, OfName>,
    /// Names in imports from the user's own modules and crates.
    pub(super) imported: HashSet<String>,
}

/// The types of one name in a file.
#[derive(Default)]
struct OfName {
    count: usize,
    /// True if one of them derives.
    derives: bool,
}

impl Types {
    /// True if the text shows that the only type of this name derives. Then there is no need to parse it.
    pub(super) fn is_derived(&self, name: &str) -> bool {
        self.all.get(name).is_some_and(|types| types.count == 1 && types.derives)
    }

    /// The number of types with this name.
    pub(super) fn count(&self, name: &str) -> usize {
        self.all.get(name).map_or(0, |types| types.count)
    }
}

impl File {
    pub(super) fn read(path: &Path) -> Option<Arc<File>> {
        /// When a file was changed, if that matters, and the file, if it can be read.
        type Read = (Option<SystemTime>, Option<Arc<File>>);
        static FILES: Mutex<Option<HashMap<PathBuf, Read>>> = Mutex::new(None);
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.get_or_insert_default();
        let at = changed(path);
        if let Some((of, file)) = files.get(path)
            && *of == at
        {
            return file.clone();
        }
        let text = fs::read_to_string(path).ok();
        let file = text.map(|text| File {
            path: path.to_owned(),
            text: text.into(),
            module: OnceLock::new(),
            places: OnceLock::new(),
            types: OnceLock::new(),
            imports: OnceLock::new(),
        });
        let file = file.map(Arc::new);
        files.insert(path.to_owned(), (at, file.clone()));
        file
    }

    /// The module of the whole file.
    pub(super) fn module(&self) -> Option<&Arc<Module>> {
        self.module.get_or_init(|| Module::of_file(&self.text).map(Arc::new)).as_ref()
    }

    /// An item of this file, if its place tells it from others of its name.
    pub(super) fn named(&self, item: &Ident) -> Option<Named> {
        let name = item.to_string();
        let of = names::count(&self.text, &name);
        let start = item.span().unwrap().start();
        let nth =
            if of == 1 { 0 } else { names::number_at(&self.text, &name, (start.line(), start.column()))? };
        Some(Named { name, nth, of })
    }

    /// The module of an item, if it derives `XValidation` there.
    pub(super) fn module_of(&self, item: &Ident) -> Option<Arc<Module>> {
        let (_, module) = self.around(item)?;
        matches!(module.definition(&item.to_string()), Some(Definition::Derived)).then_some(module)
    }

    /// The names of the inline modules around an item of this file, outermost first.
    pub(super) fn way_to(&self, item: &Ident) -> Option<Vec<String>> {
        Some(self.around(item)?.0)
    }

    /// The module of an item, and the way to it; `None` in a function.
    fn around(&self, item: &Ident) -> Option<(Vec<String>, Arc<Module>)> {
        let named = self.named(item)?;
        let found = Module::around(self.module()?, &named);
        if found.is_some() || named.of == 1 {
            return found;
        }
        let Place { way, scopes } = self.place(&named)?;
        Some((way.clone()?, scopes.first()?.clone()))
    }

    /// The scopes around an item: the blocks of functions that have it, innermost first, then their module.
    pub(super) fn scopes(&self, item: &Ident) -> Vec<Arc<Module>> {
        let scopes = || {
            let named = self.named(item)?;
            match Module::around(self.module()?, &named) {
                Some((_, module)) => Some(vec![module]),
                None => Some(self.place(&named)?.scopes.clone()),
            }
        };
        scopes().unwrap_or_default()
    }

    /// The place of an item whose module the modules of the file do not show: it may be in a function.
    fn place(&self, item: &Named) -> Option<&Place> {
        let places =
            self.places.get_or_init(|| self.module().map(|module| module.places()).unwrap_or_default());
        // Others may be in macros or in comments.
        places.get(&item.name).filter(|places| places.len() == item.of)?.get(item.nth)
    }

    /// What the file imports from k8s-openapi.
    pub(super) fn imports(&self) -> &Imports {
        self.imports.get_or_init(|| Imports::of(&self.text))
    }

    pub(super) fn types(&self) -> &Types {
        self.types.get_or_init(|| {
            let names = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect();
            let mut all = HashMap::<_, OfName>::new();
            for (name, derives) in names::types(&self.text) {
                let types = all.entry(name.to_owned()).or_default();
                types.count += 1;
                types.derives |= derives;
            }
            Types {
                aliases: names(&mut names::aliases(&self.text)),
                all,
                imported: names(&mut names::imported(&self.text)),
            }
        })
    }
}

/// The number of types with this name in the crate of a file, as the texts of the files show it.
pub(super) fn count_in_crate(file: &Path, name: &str) -> usize {
    /// The numbers by name, for each folder with sources.
    static COUNTS: Mutex<Option<HashMap<PathBuf, HashMap<String, usize>>>> = Mutex::new(None);
    let folder = folder_of(file);
    let mut counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    let of_folder = counts.get_or_insert_default().entry(folder).or_insert_with_key(|folder| {
        let mut counts = HashMap::new();
        for file in all_below(folder).iter().filter_map(|path| File::read(path)) {
            for (name, types) in &file.types().all {
                *counts.entry(name.clone()).or_default() += types.count;
            }
        }
        counts
    });
    of_folder.get(name).copied().unwrap_or_default()
}

/// The folder that has all sources of a crate: `src` for a file below it.
fn folder_of(file: &Path) -> PathBuf {
    let below = |package: PathBuf| {
        let inside = std::path::absolute(file).ok()?.strip_prefix(&package).ok()?.to_owned();
        let first = inside.components().next().filter(|_| inside.components().count() > 1)?;
        Some(package.join(first))
    };
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    package.and_then(below).or_else(|| Some(file.parent()?.to_owned())).unwrap_or_default()
}

/// All sources below a folder, up to [`MOST`].
pub(super) fn all_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if files.len() >= MOST {
            return;
        } else if kind.is_dir() {
            // No links, so there are no circles. cargo writes below `target`.
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The number of files that are searched at most.
const MOST: usize = 2_000;

/// The text of a file.
pub(super) fn text_of(path: &Path) -> Option<Arc<str>> {
    Some(File::read(path)?.text.clone())
}
