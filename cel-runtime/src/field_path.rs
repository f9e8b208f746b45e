//! Paths of fields, printed as the server prints them.

use serde::{Serialize, Serializer};
use std::fmt;

/// The path of a field as text: `spec.ports[0].name`, `metadata.labels[app]`. The root prints as `<nil>`.
///
/// ```
/// use cel_runtime::FieldPath;
///
/// assert_eq!(FieldPath::root().to_string(), "<nil>");
/// assert_eq!(FieldPath::from("spec").to_string(), "spec");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath {
    /// Empty for the root; every other path has text.
    text: String,
}

impl FieldPath {
    /// The path of the object itself.
    pub const fn root() -> Self {
        FieldPath { text: String::new() }
    }

    /// Whether it is the path of the object itself.
    pub fn is_root(&self) -> bool {
        self.text.is_empty()
    }

    /// As it prints.
    pub(crate) fn as_str(&self) -> &str {
        if self.is_root() { "<nil>" } else { &self.text }
    }
}

/// A path as it prints; empty text is the root.
impl From<&str> for FieldPath {
    fn from(text: &str) -> Self {
        FieldPath { text: text.to_owned() }
    }
}

impl From<String> for FieldPath {
    fn from(text: String) -> Self {
        FieldPath { text }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for FieldPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The path of a node during the walk: a list of steps on the stack, which costs nothing until it is printed.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

/// One step of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'p> {
    /// Where the walk began: a printed path, empty for the root.
    Base(&'p str),
    Field(&'p str),
    Index(usize),
    Key(&'p str),
}

/// A step without the text of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepIdentity {
    Name(usize, usize),
    Index(usize),
}

impl<'p> Path<'p> {
    /// The path of the object itself.
    pub const fn root() -> Self {
        Path { parent: None, step: Step::Base("") }
    }

    /// A walk that begins somewhere else.
    pub fn starting_at(base: &'p FieldPath) -> Self {
        Path { parent: None, step: Step::Base(&base.text) }
    }

    /// A property of the node, by its name in JSON.
    #[must_use]
    pub fn field(&'p self, name: &'p str) -> Self {
        self.then(Step::Field(name))
    }

    /// An item of the node.
    #[must_use]
    pub fn index(&'p self, index: usize) -> Self {
        self.then(Step::Index(index))
    }

    /// A value of the node, which is a map.
    #[must_use]
    pub fn key(&'p self, key: &'p str) -> Self {
        self.then(Step::Key(key))
    }

    /// The path as text of its own.
    pub fn to_field_path(&self) -> FieldPath {
        FieldPath { text: self.text() }
    }

    /// The path of what a rule's `fieldPath` names: joined by a dot, whatever comes first in it.
    pub(crate) fn join(&self, resolved: &str) -> FieldPath {
        let mut text = self.text();
        text.reserve_exact(resolved.len().saturating_add(1));
        if !text.is_empty() {
            text.push('.');
        }
        text.push_str(resolved);
        FieldPath { text }
    }

    fn then(&'p self, step: Step<'p>) -> Self {
        Path { parent: Some(self), step }
    }

    /// The steps from the root on; the first is where the walk began.
    pub(crate) fn steps(&self) -> Vec<Step<'p>> {
        let mut steps = vec![self.step];
        let mut path = self;
        while let Some(parent) = path.parent {
            steps.push(parent.step);
            path = parent;
        }
        steps.reverse();
        steps
    }

    fn text(&self) -> String {
        let steps = self.steps();
        let length = steps.iter().fold(0, |length: usize, step| length.saturating_add(step.length()));
        let mut text = String::with_capacity(length);
        for step in steps {
            step.push_to(&mut text);
        }
        text
    }
}

impl Step<'_> {
    /// Tells the steps of one walk apart. Names are those of the object or of the schema: at the same address is the same name.
    pub(crate) fn identity(&self) -> StepIdentity {
        match self {
            Step::Base(name) | Step::Field(name) | Step::Key(name) => {
                StepIdentity::Name(name.as_ptr().addr(), name.len())
            }
            Step::Index(index) => StepIdentity::Index(*index),
        }
    }

    /// How long it is at most, printed.
    fn length(&self) -> usize {
        match self {
            Step::Base(name) | Step::Field(name) | Step::Key(name) => name.len().saturating_add(2),
            Step::Index(index) => index.checked_ilog10().unwrap_or(0).saturating_add(3) as usize,
        }
    }

    fn push_to(&self, text: &mut String) {
        match self {
            Step::Base(base) => text.push_str(base),
            Step::Field("") => text.push_str("[]"), // k8s prints a step without a name as an index
            Step::Field(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Step::Index(index) => {
                text.push('[');
                text.push_str(&index.to_string());
                text.push(']');
            }
            Step::Key(key) => {
                text.push('[');
                text.push_str(key);
                text.push(']');
            }
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_field_path().fmt(f)
    }
}

#[cfg(test)]
mod tests;
