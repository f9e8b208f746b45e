//! The entries of an object while it is read.

use super::{Entry, FileError, shortened};
use std::{collections::HashMap, sync::Arc};

/// Entries, each key once.
#[derive(Default)]
pub(super) struct OpenEntries {
    entries: Vec<Open>,
    /// Where in `entries` a key is, once there are many.
    index: HashMap<Arc<str>, usize>,
}

struct Open {
    entry: Entry,
    /// The object itself has the key, and not only what was merged into it.
    is_own: bool,
}

impl OpenEntries {
    /// Adds an entry of the object itself, which wins against what was merged before it.
    ///
    /// # Errors
    /// If the object has the key already. Go's decoder lets the last one win; here it is a mistake worth knowing.
    pub(super) fn insert(&mut self, entry: Entry) -> Result<(), FileError> {
        match self.find(&entry.key) {
            Some(Open { entry: first, is_own: true }) => {
                let line = first.at.line;
                let message = format!("the key `{}` is already on line {line}", shortened(&entry.key));
                return Err(FileError::new(entry.at, message));
            }
            Some(known) => *known = Open { entry, is_own: true },
            None => self.push(Open { entry, is_own: true }),
        }
        Ok(())
    }

    /// Adds an entry of another object, which wins against what stands before it.
    pub(super) fn merge(&mut self, entry: &Entry) {
        match self.find(&entry.key) {
            Some(known) => known.entry = entry.clone(),
            None => self.push(Open { entry: entry.clone(), is_own: false }),
        }
    }

    pub(super) fn into_entries(self) -> Vec<Entry> {
        self.entries.into_iter().map(|open| open.entry).collect()
    }

    fn find(&mut self, key: &str) -> Option<&mut Open> {
        if self.entries.len() <= SHORT {
            return self.entries.iter_mut().find(|open| &*open.entry.key == key);
        }
        self.index.get(key).and_then(|at| self.entries.get_mut(*at))
    }

    fn push(&mut self, open: Open) {
        self.entries.push(open);
        if self.entries.len() > SHORT {
            // Those before it are added with the first that is too many.
            let first = if self.index.is_empty() { 0 } else { self.entries.len() - 1 };
            let places = self.entries.iter().enumerate().skip(first);
            self.index.extend(places.map(|(at, open)| (Arc::clone(&open.entry.key), at)));
        }
    }
}

/// So few entries are searched as fast without an index.
const SHORT: usize = 8;
