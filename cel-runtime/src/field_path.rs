//! Paths of fields, printed as the server prints them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

/// The path of a field as text: `spec.ports[0].name`, `metadata.labels[app]`. The root prints as `<nil>`.
///
/// It compares with text, and grows as `field.Path` of Kubernetes does:
///
/// ```
/// use cel_runtime::FieldPath;
///
/// let ports = FieldPath::from("spec.ports");
/// let name = ports.index(0).child("name");
/// assert_eq!(name, "spec.ports[0].name");
/// assert_eq!(FieldPath::root().child("metadata").child("labels").key("app"), "metadata.labels[app]");
/// assert_eq!(FieldPath::root(), "<nil>");
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

    /// True for the path of the object itself.
    pub fn is_root(&self) -> bool {
        self.text.is_empty()
    }

    /// The path as it prints: `<nil>` for the root.
    ///
    /// ```
    /// assert_eq!(cel_runtime::FieldPath::from("spec").as_str(), "spec");
    /// ```
    pub fn as_str(&self) -> &str {
        if self.is_root() { ROOT } else { &self.text }
    }

    /// The path of a property, by its name in JSON.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        self.with(&Step::Field(name))
    }

    /// The path of an item of a list.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.with(&Step::Index(index))
    }

    /// The path of a value of a map.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        self.with(&Step::Key(key))
    }

    fn with(&self, step: &Step<'_>) -> Self {
        let mut text = String::with_capacity(self.text.len().saturating_add(step.length()));
        text.push_str(&self.text);
        step.push_to(&mut text);
        FieldPath { text }
    }
}

/// The printed root.
const ROOT: &str = "<nil>";

/// A printed path; empty text is the root, too.
impl From<&str> for FieldPath {
    fn from(text: &str) -> Self {
        FieldPath::from(text.to_owned())
    }
}

/// A printed path; empty text is the root, too.
impl From<String> for FieldPath {
    fn from(text: String) -> Self {
        if text == ROOT { FieldPath::root() } else { FieldPath { text } }
    }
}

/// For calls that take a path or a text.
impl From<&FieldPath> for FieldPath {
    fn from(path: &FieldPath) -> Self {
        path.clone()
    }
}

/// The path as it prints.
impl From<FieldPath> for String {
    fn from(path: FieldPath) -> Self {
        if path.is_root() { ROOT.to_owned() } else { path.text }
    }
}

impl AsRef<str> for FieldPath {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Compares the printed path with texts.
macro_rules! compares_with {
    ($($text:ty),*) => { $(
        impl PartialEq<$text> for FieldPath {
            fn eq(&self, other: &$text) -> bool {
                self.as_str() == &other[..]
            }
        }

        impl PartialEq<FieldPath> for $text {
            fn eq(&self, other: &FieldPath) -> bool {
                other == self
            }
        }
    )* };
}

compares_with!(str, &str, String);

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for FieldPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for FieldPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(FieldPath::from)
    }
}

/// The path of a node during the walk: a list of steps on the stack. It costs nothing until it is printed.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

/// One step of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'p> {
    /// The printed path where the walk began, empty for the root.
    Base(&'p str),
    Field(&'p str),
    Index(usize),
    Key(&'p str),
}

/// Identifies a step without comparing the text of its name.
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

    /// The path of a walk that begins at `base`.
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

    /// A value of the node. The node is a map.
    #[must_use]
    pub fn key(&'p self, key: &'p str) -> Self {
        self.then(Step::Key(key))
    }

    /// The path as owned text.
    pub fn to_field_path(&self) -> FieldPath {
        FieldPath { text: self.text() }
    }

    /// The path that a rule's `fieldPath` names. A dot joins the parts, even if `resolved` begins with a bracket.
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

    /// Goes through the steps from the root on, behind the base of the walk. The recursion is as deep as the one of the walk.
    pub(crate) fn descend<T, B>(
        &self,
        start: T,
        each: &mut impl FnMut(T, Step<'p>) -> ControlFlow<B, T>,
    ) -> ControlFlow<B, T> {
        match self.parent {
            None => ControlFlow::Continue(start),
            Some(parent) => {
                let above = parent.descend(start, each)?;
                each(above, self.step)
            }
        }
    }

    /// The names of the properties on the way from the root, if there are only properties, and not too many. `None` for the root.
    pub(crate) fn names<'n>(&self, names: &'n mut [&'p str]) -> Option<&'n [&'p str]> {
        let (mut path, mut place) = (self, names.len());
        while let Some(parent) = path.parent {
            let Step::Field(name) = path.step else { return None };
            place = place.checked_sub(1)?;
            *names.get_mut(place)? = name;
            path = parent;
        }
        names.get(place..).filter(|names| !names.is_empty())
    }

    /// The first step behind the base of the walk.
    pub(crate) fn first(&self) -> Option<Step<'p>> {
        let mut path = self;
        let mut first = None;
        while let Some(parent) = path.parent {
            (first, path) = (Some(path.step), parent);
        }
        first
    }

    fn text(&self) -> String {
        if self.parent.is_none() && matches!(self.step, Step::Base("")) {
            return String::new();
        }
        let (mut length, mut above) = (0_usize, Some(self));
        while let Some(path) = above {
            length = length.saturating_add(path.step.length());
            above = path.parent;
        }
        let mut text = String::with_capacity(length);
        self.push_to(&mut text);
        text
    }

    /// The recursion is as deep as the one of the walk, whose stack holds the path.
    fn push_to(&self, text: &mut String) {
        if let Some(parent) = self.parent {
            parent.push_to(text);
        }
        self.step.push_to(text);
    }
}

impl Step<'_> {
    /// Distinguishes the steps of one walk. Names belong to the object or to the schema, so equal addresses are equal names.
    pub(crate) fn identity(&self) -> StepIdentity {
        match self {
            Step::Base(name) | Step::Field(name) | Step::Key(name) => {
                StepIdentity::Name(name.as_ptr().addr(), name.len())
            }
            Step::Index(index) => StepIdentity::Index(*index),
        }
    }

    /// Most bytes of the printed step.
    fn length(&self) -> usize {
        match self {
            Step::Base(base) => base.len(),
            Step::Field(name) | Step::Key(name) => name.len().saturating_add(2),
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
                let _ = write!(text, "[{index}]"); // a String takes any text
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
