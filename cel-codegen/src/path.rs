//! The path of a walk through a value, as a list on the stack. Its text is made only for an error: a key may be
//! as long as the object, and have a hundred thousand entries below it.

use std::fmt;

/// The path of a part of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path<'p> {
    /// The path of the whole value.
    Whole(&'p str),
    /// `spec.size`; only `size` if the parent's path is empty.
    Property(&'p Path<'p>, &'p str),
    /// `spec.size`; `.size` if the parent's path is empty.
    Dotted(&'p Path<'p>, &'p str),
    /// `spec[size]`
    Key(&'p Path<'p>, &'p str),
    /// `spec[0]`
    Item(&'p Path<'p>, usize),
}

impl Path<'_> {
    /// True if the path's text is empty.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Path::Whole(path) => path.is_empty(),
            Path::Property(parent, name) => name.is_empty() && parent.is_empty(),
            Path::Dotted(..) | Path::Key(..) | Path::Item(..) => false,
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Whole(path) => f.write_str(path),
            Path::Property(parent, name) if parent.is_empty() => f.write_str(name),
            Path::Property(parent, name) | Path::Dotted(parent, name) => write!(f, "{parent}.{name}"),
            Path::Key(parent, key) => write!(f, "{parent}[{key}]"),
            Path::Item(parent, i) => write!(f, "{parent}[{i}]"),
        }
    }
}
