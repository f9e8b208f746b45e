//! The entries of an object while it is read.

use super::{Entry, Position};
use std::{collections::HashMap, sync::Arc};

/// Entries, each key once.
#[derive(Default)]
pub(super) struct OpenEntries {
    entries: Vec<Open>,
    /// Where in `entries` a key is, once there are many.
    index: HashMap<Arc<str>, usize>,
    /// All that were inserted, once a key is there twice.
    all: Vec<Entry>,
}

struct Open {
    entry: Entry,
    /// The object itself has the key, and not only what was merged into it.
    is_own: bool,
}

/// The entry of a key that is there again.
pub(super) struct Replaced {
    pub at: Position,
    /// Only `<<` had given it to the object.
    pub was_merged: bool,
}

impl OpenEntries {
    /// Adds an entry of the object itself, which wins against those before it. Gives what it replaces.
    pub(super) fn insert(&mut self, entry: Entry) -> Option<Replaced> {
        let Some(known) = self.find(&entry.key) else {
            if !self.all.is_empty() {
                self.all.push(entry.clone());
            }
            self.push(Open { entry, is_own: true });
            return None;
        };
        let replaced = Replaced { at: known.entry.at, was_merged: !known.is_own };
        let before = std::mem::replace(known, Open { entry: entry.clone(), is_own: true });
        if self.all.is_empty() {
            let entries = self.entries.iter().map(|open| &open.entry);
            self.all = entries
                .map(|known| if known.key == entry.key { &before.entry } else { known }.clone())
                .collect();
        }
        self.all.push(entry);
        Some(replaced)
    }

    /// Adds an entry of another object, which wins against what stands before it. Gives where that is.
    pub(super) fn merge(&mut self, entry: &Entry) -> Option<Position> {
        match self.find(&entry.key) {
            Some(known) => {
                let at = known.entry.at;
                known.entry = entry.clone();
                Some(at)
            }
            None => {
                self.push(Open { entry: entry.clone(), is_own: false });
                None
            }
        }
    }

    /// All that were inserted if a key is there twice; otherwise nothing.
    pub(super) fn take_all(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.all)
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
