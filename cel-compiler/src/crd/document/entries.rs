//! The entries of an object while it is read.

use super::{Entry, Position};
use std::{collections::HashMap, sync::Arc};

/// Entries, each key once.
#[derive(Default)]
pub(super) struct OpenEntries {
    entries: Vec<Open>,
    /// The place of each key in `entries`, once there are many.
    index: HashMap<Arc<str>, usize>,
    /// All inserted entries, once a key occurs twice.
    all: Vec<Entry>,
}

struct Open {
    entry: Entry,
    /// True if the object itself has the key; false if only a merge (`<<`) gave it.
    is_own: bool,
}

/// The earlier entry of a key that occurs again.
pub(super) struct Replaced {
    pub at: Position,
    /// True if only `<<` had given it to the object.
    pub was_merged: bool,
}

impl OpenEntries {
    /// Adds an entry of the object itself. It replaces an earlier entry with its key, and that entry is returned.
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

    /// Adds an entry of a merged object. It replaces an earlier entry with its key, and the place of that entry is returned.
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

    /// All inserted entries if a key occurs twice, otherwise none.
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
            // With the first entry above the limit, all entries before it are added too.
            let first = if self.index.is_empty() { 0 } else { self.entries.len() - 1 };
            let places = self.entries.iter().enumerate().skip(first);
            self.index.extend(places.map(|(at, open)| (Arc::clone(&open.entry.key), at)));
        }
    }
}

/// Up to this many entries, a search without an index is as fast.
const SHORT: usize = 8;
