//! What is wrong with a value.

use cel_compiler::crd::{
    check::{ErrorType, FieldError},
    document::Position,
};
use std::{collections::HashSet, sync::Arc};

/// What is wrong, and how much was right: of several alternatives the most promising one is reported.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) errors: Vec<Mistake>,
    /// Their texts.
    texts: HashSet<Arc<str>>,
    pub(super) matches: usize,
}

/// One error; the text also tells errors apart.
#[derive(Clone)]
pub(in crate::defaults) struct Mistake {
    /// The path inside of the value.
    pub(super) name: String,
    pub(super) ty: ErrorType,
    pub(super) shown: Option<String>,
    pub(super) text: Arc<str>,
    /// What is printed of it where that is not the text.
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
    pub(super) fn with_one_match() -> Self {
        Findings { matches: 1, ..Findings::default() }
    }

    pub(super) fn push(&mut self, mistake: Mistake) {
        if self.texts.insert(Arc::clone(&mistake.text)) {
            self.errors.push(mistake);
        }
    }

    pub(super) fn merge(&mut self, other: Findings) {
        self.matches += other.matches;
        if self.errors.is_empty() {
            (self.errors, self.texts) = (other.errors, other.texts);
            return;
        }
        other.errors.into_iter().for_each(|error| self.push(error));
    }

    pub(super) fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}
