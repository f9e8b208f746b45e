//! Parts of a CRD with their paths, and errors about them.

use cel_compiler::crd::{
    check::{ErrorType, FieldError, go_value},
    document::{Node, Position, Value},
};
use cel_runtime::__private::{
    Arena,
    library::{
        CelList,
        format::{NamedFormat, validate},
    },
};
use cel_types::quote::quote;

/// A part of a CRD, which may be missing.
#[derive(Clone)]
pub(crate) struct Place<'n> {
    node: Option<&'n Node>,
    /// The server's default for a missing value.
    default: String,
    /// The place of the part. For a missing part: the place of its parent.
    at: Position,
    path: String,
}

impl<'n> Place<'n> {
    pub(crate) fn root(node: &'n Node) -> Self {
        Place { node: Some(node), default: String::new(), at: node.at, path: String::new() }
    }

    /// A field. Null counts as missing.
    pub(crate) fn field(&self, key: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.below(self.node.and_then(|node| node.field(key)), [dot, key, ""])
    }

    /// The entry of a map.
    pub(crate) fn entry(&self, key: &str) -> Self {
        self.below(self.node.and_then(|node| node.field(key)), ["[", key, "]"])
    }

    fn below(&self, node: Option<&'n Node>, [open, step, close]: [&str; 3]) -> Self {
        let node = node.filter(|node| !node.is_null());
        let at = node.map_or(self.at, |node| node.at);
        Place { node, default: String::new(), at, path: [&self.path, open, step, close].concat() }
    }

    /// The same part with another path.
    pub(crate) fn named(self, path: &str) -> Self {
        Place { path: path.to_owned(), ..self }
    }

    /// The same part with another last step in its path.
    pub(crate) fn renamed(self, from: &str, to: &str) -> Self {
        let path =
            self.path.strip_suffix(from).map_or_else(|| self.path.clone(), |path| format!("{path}{to}"));
        Place { path, ..self }
    }

    /// The same part with the server's default for an empty text.
    pub(crate) fn or_text(self, default: String) -> Self {
        Place { default, ..self }
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = Self> {
        let items = match self.node.map(|node| &node.value) {
            Some(Value::List(items)) => items.as_slice(),
            _ => &[],
        };
        items.iter().enumerate().map(|(i, node)| self.below(Some(node), ["[", &i.to_string(), "]"]))
    }

    /// The keys and values of a map.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'n str, Self)> {
        let entries = self.node.map(Node::entries).unwrap_or_default();
        entries.iter().map(|entry| (&*entry.key, self.entry(&entry.key)))
    }

    pub(crate) fn node(&self) -> Option<&'n Node> {
        self.node
    }

    pub(crate) fn at(&self) -> Position {
        self.at
    }

    pub(crate) fn text(&self) -> &str {
        let text = self.node.and_then(Node::as_str).unwrap_or_default();
        if text.is_empty() { &self.default } else { text }
    }

    pub(crate) fn is_true(&self) -> bool {
        self.node.is_some_and(|node| node.value == Value::Bool(true))
    }

    pub(crate) fn error(&self, ty: ErrorType, detail: &str) -> FieldError {
        FieldError::new(ty, self.at, self.path.as_str(), detail)
    }

    pub(crate) fn required(&self, detail: &str) -> FieldError {
        self.error(ErrorType::Required, detail)
    }

    pub(crate) fn forbidden(&self, detail: &str) -> FieldError {
        self.error(ErrorType::Forbidden, detail)
    }

    /// An error that shows the value.
    pub(crate) fn invalid(&self, detail: &str) -> FieldError {
        let shown = self.node.filter(|_| self.default.is_empty()).map(go_value);
        self.invalid_value(shown.unwrap_or_else(|| quote(self.text())), detail)
    }

    /// An error that shows the given text in place of the value.
    pub(crate) fn invalid_value(&self, shown: String, detail: &str) -> FieldError {
        self.error(ErrorType::Invalid, detail).with_value(shown)
    }

    pub(crate) fn required_unless_given(&self) -> Option<FieldError> {
        // The server cannot even decode a value that is no text.
        let is_text = self.node.is_none_or(|node| node.as_str().is_some());
        self.text().is_empty().then(|| self.required(if is_text { "" } else { "must be a string" }))
    }

    /// Checks that the text is one of a few.
    pub(crate) fn one_of(&self, supported: &[&str]) -> Option<FieldError> {
        if supported.contains(&self.text()) {
            return None;
        }
        let other = || FieldError::not_supported(self.at, self.path.clone(), quote(self.text()), supported);
        Some(self.required_unless_given().unwrap_or_else(other))
    }

    /// One error with all reasons why a text does not have a format.
    pub(crate) fn problems(&self, format: NamedFormat, text: &str) -> Option<FieldError> {
        let problems = problems(format, text);
        (!problems.is_empty()).then(|| self.invalid(&problems.join(",")))
    }
}

/// Why a text does not have a format.
pub(crate) fn problems(format: NamedFormat, text: &str) -> Vec<String> {
    let arena = Arena::new();
    let found = validate(&arena, format, text);
    found.iter().flat_map(|problems| problems.elements()).map(str::to_owned).collect()
}
