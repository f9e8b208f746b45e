//! Remembers which texts match which patterns. A search asks the same of one schema after the other.

use cel_runtime::__private::{Arena, library::regex::matches};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    fmt,
};

/// The answers so far.
#[derive(Default)]
pub(crate) struct Matches {
    /// By pattern, then by text.
    known: RefCell<HashMap<String, HashMap<String, bool>>>,
    /// The number of bytes of the texts.
    bytes: Cell<usize>,
}

impl Matches {
    /// True if a text matches a pattern; an error if the pattern is wrong or takes too much work.
    pub(super) fn of(&self, text: &str, pattern: &str) -> Result<bool, String> {
        if let Some(known) = self.known.borrow().get(pattern).and_then(|texts| texts.get(text)) {
            return Ok(*known);
        }
        let is_match = matches(&Arena::new(), text, pattern).map_err(|error| error.to_string())?;
        let bytes = self.bytes.get() + text.len() + BYTES_OF_ANY;
        let mut known = self.known.borrow_mut();
        if bytes > KEPT {
            known.clear();
        }
        self.bytes.set(if bytes > KEPT { 0 } else { bytes });
        known.entry(pattern.to_owned()).or_default().insert(text.to_owned(), is_match);
        Ok(is_match)
    }
}

impl fmt::Debug for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matches").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// The number of bytes that are kept.
const KEPT: usize = 1 << 20;
/// About the memory of a short text.
const BYTES_OF_ANY: usize = 64;
