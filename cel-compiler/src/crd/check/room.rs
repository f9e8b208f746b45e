//! A limit for the text of errors, since each error may show a long list from the file.

use super::{ErrorType, FieldError};
use crate::crd::document::Position;

/// Room for errors that each show a list of the file. A file of a few kilobytes can cause gigabytes of such errors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    /// Size of the texts of the errors.
    bytes: usize,
    /// How many errors were left out.
    cut: usize,
}

impl Room {
    /// True if there is room for an error with this much text. One error may be larger than the remaining room.
    pub fn takes(&mut self, bytes: usize) -> bool {
        if self.is_full() {
            return false;
        }
        self.bytes = self.bytes.saturating_add(bytes);
        true
    }

    /// True if there is no room for another error. The error then counts as left out.
    pub fn is_full(&mut self) -> bool {
        let is_full = self.bytes > MAX_BYTES;
        self.cut += usize::from(is_full);
        is_full
    }

    /// Adds an error if there is room. The error is built only then: its path may be as long as the file.
    pub fn push(&mut self, errors: &mut Vec<FieldError>, error: impl FnOnce() -> FieldError) {
        if !self.is_full() {
            let error = error();
            let shown = error.bad_value.as_ref().map_or(0, String::len);
            self.bytes = self.bytes.saturating_add(error.field.len() + error.detail.len() + shown);
            errors.push(error);
        }
    }

    /// Counts the errors that another room left out.
    pub fn add_cut(&mut self, other: Room) {
        self.cut += other.cut;
    }

    /// How many errors were left out.
    #[must_use]
    pub fn cut(&self) -> usize {
        self.cut
    }

    /// The error about the errors that were left out.
    #[must_use]
    pub fn error(&self, at: Position, path: &str) -> Option<FieldError> {
        let detail = format!("{} more errors were truncated", self.cut);
        let error = FieldError::new(ErrorType::Invalid, at, path, detail).with_value("\"\"");
        (self.cut > 0).then_some(error)
    }
}

/// The most bytes of text that are kept.
const MAX_BYTES: usize = 8 << 20;
