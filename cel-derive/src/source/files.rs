//! The source files of this crate and of others. A build reads each file once, and parses it once: a derive asks for the types of each field.

use super::{
    module::{Definition, Module, Named},
    names,
};
use proc_macro2::Ident;
use std::{
    collections::{HashMap, HashSet},
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
    pub(super) all: HashSet<String>,
    /// Names in imports from the user's own modules and crates.
    pub(super) imported: HashSet<String>,
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
        let named = self.named(item)?;
        let module = Module::around(self.module()?, &named)?;
        matches!(module.definition(&named.name), Some(Definition::Derived)).then_some(module)
    }

    /// The scopes around an item: the blocks of functions that have it, innermost first, then their module.
    pub(super) fn scopes(&self, item: &Ident) -> Vec<Arc<Module>> {
        let named = || Some((self.module()?, self.named(item)?));
        named().map(|(file, item)| Module::scopes(file, &item)).unwrap_or_default()
    }

    pub(super) fn types(&self) -> &Types {
        self.types.get_or_init(|| {
            let names = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect();
            Types {
                aliases: names(&mut names::aliases(&self.text)),
                all: names(&mut names::types(&self.text)),
                imported: names(&mut names::imported(&self.text)),
            }
        })
    }
}

/// The text of a file.
pub(super) fn text_of(path: &Path) -> Option<Arc<str>> {
    Some(File::read(path)?.text.clone())
}
