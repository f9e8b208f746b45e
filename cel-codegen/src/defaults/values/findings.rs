//! Mistakes in a value.

use cel_compiler::crd::{
    check::{ErrorType, FieldError, Room},
    document::Position,
};
use std::{collections::HashSet, sync::Arc};

/// The mistakes, and how much was right.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) errors: Vec<Mistake>,
    /// Their texts.
    texts: HashSet<Arc<str>>,
    /// Of several alternatives the one with most matches is reported.
    pub(super) matches: usize,
    /// How many mistakes there were, kept or not.
    pub(super) mistakes: usize,
    /// Room for the mistakes that are kept. None if they are only counted.
    pub(super) room: Option<Room>,
}

/// The findings at some time, to go back to.
pub(super) struct Mark {
    errors: usize,
    matches: usize,
    mistakes: usize,
    room: Option<Room>,
}

/// One error; the text also tells errors apart.
#[derive(Clone)]
pub(in crate::defaults) struct Mistake {
    /// The path inside of the value.
    pub(super) name: String,
    pub(super) ty: ErrorType,
    pub(super) shown: Option<String>,
    pub(super) text: Arc<str>,
    /// Printed form of the mistake where that is not the text.
    pub(super) detail: Option<Arc<str>>,
    pub(super) at: Position,
}

impl Mistake {
    /// How long its text is.
    pub(in crate::defaults) fn length(&self) -> usize {
        self.name.len() + self.detail.as_ref().unwrap_or(&self.text).len()
    }

    pub(in crate::defaults) fn at_path(self, path: &str) -> FieldError {
        let name = self.name.strip_prefix('.').unwrap_or(&self.name);
        let field = match (path, name) {
            ("", "") => "<nil>".to_owned(),
            ("", name) => name.to_owned(),
            (path, "") => path.to_owned(),
            (path, name) => format!("{path}.{name}"),
        };
        let error = FieldError::new(self.ty, self.at, field, &*self.detail.unwrap_or(self.text));
        FieldError { bad_value: self.shown, ..error }
    }
}

impl Findings {
    /// Findings that keep the mistakes.
    pub(super) fn kept() -> Self {
        Findings { room: Some(Room::default()), ..Findings::default() }
    }

    /// The mistake is made only if it is kept.
    pub(super) fn push(&mut self, mistake: impl FnOnce() -> Mistake) {
        self.mistakes += 1;
        let Some(room) = &mut self.room else { return };
        if room.is_full() {
            return;
        }
        let mistake = mistake();
        if self.texts.insert(Arc::clone(&mistake.text)) {
            room.takes(mistake.length() + mistake.text.len());
            self.errors.push(mistake);
        }
    }

    pub(super) fn mark(&self) -> Mark {
        let Findings { matches, mistakes, room, .. } = *self;
        Mark { errors: self.errors.len(), matches, mistakes, room }
    }

    pub(super) fn is_valid_since(&self, mark: &Mark) -> bool {
        self.mistakes == mark.mistakes
    }

    /// Forgets what was found since then.
    pub(super) fn reset(&mut self, mark: Mark) {
        for error in self.errors.drain(mark.errors..) {
            self.texts.remove(&error.text);
        }
        (self.matches, self.mistakes, self.room) = (mark.matches, mark.mistakes, mark.room);
    }
}
