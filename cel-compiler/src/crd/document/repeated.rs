//! Keys that occur more than once in an object. The server's decoders for JSON and YAML report them in different ways.

use super::{Entry, FileError, Node, Position, shortened};
use cel_types::quote::quote;
use std::{collections::HashMap, sync::Arc};

/// Keys that occur more than once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repeated {
    /// For JSON: the objects with such keys, by the place where they begin, with all their entries in the order of the file.
    pub objects: HashMap<Position, Vec<Entry>>,
    /// For YAML: the keys that Go's decoder reports, in its order.
    pub keys: Vec<RepeatedKey>,
}

/// A key of a YAML document that its object has already, or gets from `<<`.
#[derive(Clone, Debug, PartialEq)]
pub struct RepeatedKey {
    /// The place of the repeated key.
    pub at: Position,
    /// The place of its earlier occurrence.
    pub first: Position,
    /// The line that Go's decoder names: the line where the key's value begins.
    pub line: u32,
    /// The key as Go prints it: text in quotes.
    pub shown: String,
}

/// Whether a key may occur again.
#[derive(Debug)]
pub(super) enum Repeats {
    /// A repeated key is an error, since decoders read it in different ways.
    Refused,
    /// The last one counts, and all repeated keys are listed.
    Listed(Repeated),
}

impl Repeats {
    /// Handles a repeated key of the object itself. `was_merged`: only `<<` gave it to the object before.
    ///
    /// # Errors
    /// If the key is refused.
    pub(super) fn key(
        &mut self,
        key: &Key,
        first: Position,
        line: u32,
        was_merged: bool,
    ) -> Result<(), FileError> {
        match self {
            Repeats::Refused if was_merged => {}
            Repeats::Refused => {
                let message = format!("the key `{}` is already on line {}", shortened(&key.name), first.line);
                return Err(FileError::new(key.at, message));
            }
            Repeats::Listed(repeated) => {
                repeated.push(RepeatedKey { at: key.at, first, line, shown: key.shown() });
            }
        }
        Ok(())
    }

    /// Handles a key that `<<` gives to an object that already has it.
    pub(super) fn merged(&mut self, entry: &Entry, first: Position) {
        if let Repeats::Listed(repeated) = self {
            let Entry { key, at, value } = entry;
            repeated.push(RepeatedKey { at: *at, first, line: value.at.line, shown: quote(key) });
        }
    }

    /// Keeps all entries of an object that has a key twice.
    pub(super) fn object(&mut self, at: Position, entries: Vec<Entry>) {
        if let Repeats::Listed(repeated) = self {
            repeated.objects.insert(at, entries);
        }
    }

    /// Number of listed keys.
    pub(super) fn count(&self) -> usize {
        match self {
            Repeats::Refused => 0,
            Repeats::Listed(repeated) => repeated.keys.len(),
        }
    }

    /// Lists repeated keys again for an alias: Go's decoder meets them again there.
    pub(super) fn again(&mut self, from: usize, to: usize) {
        if let Repeats::Listed(repeated) = self {
            let again = repeated.keys.get(from..to).unwrap_or_default().to_vec();
            again.into_iter().for_each(|key| repeated.push(key));
        }
    }
}

impl Repeated {
    /// The keys between two places of the file.
    pub fn within(&self, begin: Position, end: Option<Position>) -> impl Iterator<Item = &RepeatedKey> {
        self.keys.iter().filter(move |key| key.at >= begin && end.is_none_or(|end| key.at < end))
    }

    /// The entries of an object in the order of the file, with those that a later entry replaces.
    #[must_use]
    pub fn entries<'n>(&'n self, node: &'n Node) -> &'n [Entry] {
        match self.objects.get(&node.at) {
            Some(all) if matches!(node.value, super::Value::Object(_)) => all,
            _ => node.entries(),
        }
    }

    fn push(&mut self, key: RepeatedKey) {
        if self.keys.len() < MOST_KEYS {
            self.keys.push(key);
        }
    }
}

/// A key whose value has not been read yet.
pub(super) struct Key {
    pub name: Arc<str>,
    pub at: Position,
    /// True if the key is a text, not a number or a boolean.
    pub is_text: bool,
}

impl Key {
    fn shown(&self) -> String {
        if self.is_text { quote(&self.name) } else { self.name.to_string() }
    }
}

/// The most keys that are listed.
const MOST_KEYS: usize = 10_000;
