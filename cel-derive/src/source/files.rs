//! The source files of this crate and of others. A build reads each file once, and parses it once: a derive asks for the types of each field.

use super::{
    module::{Definition, Module, Place},
    names,
};
use proc_macro2::Ident;
use std::{
    collections::{HashMap, HashSet},
    env, fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::SystemTime,
};

/// True if files may change from one derive to the next.
static MAY_CHANGE: AtomicBool = AtomicBool::new(false);

/// Says that files may change from one derive to the next, as in an editor, which lives longer than a build.
pub(super) fn may_change() {
    MAY_CHANGE.store(true, Ordering::Relaxed);
}

/// A file, and what is known of it.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
    module: OnceLock<Option<Arc<Module>>>,
    types: OnceLock<Types>,
}

/// The names that a file gives to types.
pub(super) struct Types {
    pub(super) aliases: HashSet<String>,
    /// How many types have the name.
    pub(super) all: HashMap<String, usize>,
}

impl Types {
    /// The number of types with this name.
    pub(super) fn count(&self, name: &str) -> usize {
        self.all.get(name).copied().unwrap_or_default()
    }
}

impl File {
    pub(super) fn read(path: &Path) -> Option<Arc<File>> {
        /// When a file was changed, if that matters, and the file, if it can be read.
        type Read = (Option<SystemTime>, Option<Arc<File>>);
        static FILES: Mutex<Option<HashMap<PathBuf, Read>>> = Mutex::new(None);
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files.get_or_insert_default();
        let changed = || std::fs::metadata(path).and_then(|file| file.modified()).ok();
        let at = if MAY_CHANGE.load(Ordering::Relaxed) { changed() } else { None };
        if let Some((of, file)) = files.get(path)
            && *of == at
        {
            return file.clone();
        }
        let text = std::fs::read_to_string(path).ok();
        let file = text.map(|text| File {
            path: path.to_owned(),
            text: text.into(),
            module: OnceLock::new(),
            types: OnceLock::new(),
        });
        let file = file.map(Arc::new);
        files.insert(path.to_owned(), (at, file.clone()));
        file
    }

    /// The module of the whole file.
    pub(super) fn module(&self) -> Option<&Arc<Module>> {
        self.module.get_or_init(|| Module::of_file(&self.text).map(Arc::new)).as_ref()
    }

    /// The module of an item that derives `XValidation`; `None` in doubt.
    pub(super) fn module_of(&self, item: &Ident) -> Option<Arc<Module>> {
        let module = self.place_of(item).filter(|place| place.is_certain)?.module;
        matches!(module.definition(&item.to_string()), Some(Definition::Derived)).then_some(module)
    }

    /// The scopes around an item: the blocks of functions that have it, innermost first, then their module.
    pub(super) fn scopes(&self, item: &Ident) -> Vec<Arc<Module>> {
        match self.place_of(item).filter(|place| place.is_certain) {
            Some(place) => vec![place.module],
            None if names::count(&self.text, &item.to_string()) == 1 => {
                Module::scopes(&self.text, &item.to_string())
            }
            None => Vec::new(),
        }
    }

    /// Where an item is. Of several items with its name it is the one on the line that rustc tells.
    pub(super) fn place_of(&self, item: &Ident) -> Option<Place> {
        let name = item.to_string();
        let mut places = Module::places(self.module()?, &name)?;
        let lines = names::lines(&self.text, &name);
        if places.len() == 1 {
            // Others may be in comments, or in the bodies of functions.
            return places.pop().map(|place| Place { is_certain: lines.len() == 1, ..place });
        }
        let line = item.span().unwrap().start().line();
        let mut at_line = (0..).zip(&lines).filter(|(_, at)| **at == line).map(|(nth, _)| nth);
        let (nth, others) = (at_line.next()?, at_line.next());
        (others.is_none() && lines.len() == places.len()).then(|| places.swap_remove(nth))
    }

    pub(super) fn types(&self) -> &Types {
        self.types.get_or_init(|| {
            let mut all = HashMap::new();
            names::types(&self.text).for_each(|name| *all.entry(name.to_owned()).or_default() += 1);
            Types { aliases: names::aliases(&self.text).map(str::to_owned).collect(), all }
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
            for (name, count) in &file.types().all {
                *counts.entry(name.clone()).or_default() += count;
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
            collect(&path, files); // no links, so there are no circles
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
