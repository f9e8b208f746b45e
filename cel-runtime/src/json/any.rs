//! Values of JSON in a tree that only run time knows.

use super::text::{Entry, TextEntries, TextJson, float};
use serde_json::{Map, Value as Tree};
use std::{iter::FusedIterator, slice};

/// A reference to a value.
#[derive(Clone, Copy, Debug)]
pub enum AnyJson<'a> {
    /// In a tree of `serde_json`.
    Tree(&'a Tree),
    /// In a tree that was read from a text.
    Text(&'a TextJson<'a>),
}

/// A list.
#[derive(Clone, Copy, Debug)]
pub enum AnyList<'a> {
    /// In a tree of `serde_json`.
    Tree(&'a [Tree]),
    /// In a tree that was read from a text.
    Text(&'a [TextJson<'a>]),
}

/// The entries of an object.
#[derive(Clone, Copy, Debug)]
pub enum AnyEntries<'a> {
    /// In a tree of `serde_json`.
    Tree(&'a Map<String, Tree>),
    /// In a tree that was read from a text.
    Text(TextEntries<'a>),
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A whole number of 64 bits, with its sign.
    Int(i64),
    /// Any other number. To the server it is a float.
    Float(f64),
    /// A text.
    String(&'a str),
    /// A list.
    Array(AnyList<'a>),
    /// An object.
    Object(AnyEntries<'a>),
}

macro_rules! from {
    ($($variant:ident: $from:ty => $any:ident;)*) => {$(
        impl<'a> From<$from> for $any<'a> {
            #[inline]
            fn from(value: $from) -> Self {
                $any::$variant(value)
            }
        }
    )*};
}
from! {
    Tree: &'a Tree => AnyJson;
    Text: &'a TextJson<'a> => AnyJson;
    Tree: &'a [Tree] => AnyList;
    Text: &'a [TextJson<'a>] => AnyList;
    Tree: &'a Map<String, Tree> => AnyEntries;
    Text: TextEntries<'a> => AnyEntries;
}

impl<'a> AnyJson<'a> {
    /// What the value is.
    #[inline]
    pub fn content(self) -> Content<'a> {
        match self {
            AnyJson::Tree(Tree::Null) | AnyJson::Text(TextJson::Null) => Content::Null,
            AnyJson::Tree(Tree::Bool(value)) | AnyJson::Text(TextJson::Bool(value)) => Content::Bool(*value),
            AnyJson::Tree(Tree::Number(number)) => {
                number.as_i64().map_or_else(|| Content::Float(float(number)), Content::Int)
            }
            AnyJson::Tree(Tree::String(text)) => Content::String(text),
            AnyJson::Tree(Tree::Array(list)) => Content::Array(AnyList::Tree(list)),
            AnyJson::Tree(Tree::Object(entries)) => Content::Object(AnyEntries::Tree(entries)),
            AnyJson::Text(TextJson::Int(int)) => Content::Int(*int),
            AnyJson::Text(TextJson::Float(double)) => Content::Float(*double),
            AnyJson::Text(TextJson::String(text)) => Content::String(text),
            AnyJson::Text(TextJson::Array(list)) => Content::Array(AnyList::Text(list)),
            AnyJson::Text(value @ TextJson::Object(_)) => {
                Content::Object(AnyEntries::Text(TextEntries::new(value)))
            }
        }
    }
}

/// The same of either kind of trees.
macro_rules! either {
    ($any:ident: $value:expr, $inner:ident => $result:expr) => {
        match $value {
            $any::Tree($inner) => $result,
            $any::Text($inner) => $result,
        }
    };
}
pub(super) use either;

impl PartialEq for AnyJson<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.content() == other.content()
    }
}

/// Deep equality of the values as Go decodes them: `1` and `1.0` differ, and whole numbers beyond 64 bits are floats. -0.0 is 0.0.
impl PartialEq for Content<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Content::Null, Content::Null) => true,
            (Content::Bool(left), Content::Bool(right)) => left == right,
            (Content::Int(left), Content::Int(right)) => left == right,
            (Content::Float(left), Content::Float(right)) => left == right,
            (Content::String(left), Content::String(right)) => left == right,
            (Content::Array(left), Content::Array(right)) => {
                left.length() == right.length() && left.iter().eq(right.iter())
            }
            (Content::Object(left), Content::Object(right)) => {
                left.all_same(right, |_, left, right| left == right)
            }
            _ => false,
        }
    }
}

impl Default for AnyList<'_> {
    #[inline]
    fn default() -> Self {
        AnyList::Text(&[])
    }
}

impl<'a> AnyList<'a> {
    /// The number of elements.
    #[inline]
    pub fn length(self) -> usize {
        either!(AnyList: self, list => list.len())
    }

    /// The element at an index.
    #[inline]
    pub fn get(self, index: usize) -> Option<AnyJson<'a>> {
        either!(AnyList: self, list => list.get(index).map(AnyJson::from))
    }

    /// The elements in order.
    #[inline]
    pub fn iter(self) -> Elements<'a> {
        match self {
            AnyList::Tree(list) => Elements::Tree(list.iter()),
            AnyList::Text(list) => Elements::Text(list.iter()),
        }
    }
}

/// The elements of a list.
#[derive(Clone, Debug)]
pub enum Elements<'a> {
    /// See [`AnyList::Tree`].
    Tree(slice::Iter<'a, Tree>),
    /// See [`AnyList::Text`].
    Text(slice::Iter<'a, TextJson<'a>>),
}

impl<'a> Iterator for Elements<'a> {
    type Item = AnyJson<'a>;

    #[inline]
    fn next(&mut self) -> Option<AnyJson<'a>> {
        either!(Elements: self, elements => elements.next().map(AnyJson::from))
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        either!(Elements: self, elements => elements.size_hint())
    }
}

impl ExactSizeIterator for Elements<'_> {}
impl FusedIterator for Elements<'_> {}

impl<'a> AnyEntries<'a> {
    /// The number of entries.
    #[inline]
    pub fn length(self) -> usize {
        match self {
            AnyEntries::Tree(entries) => entries.len(),
            AnyEntries::Text(entries) => entries.as_slice().len(),
        }
    }

    /// The value of a name.
    #[inline]
    pub fn get(self, name: &str) -> Option<AnyJson<'a>> {
        match self {
            AnyEntries::Tree(entries) => entries.get(name).map(AnyJson::Tree),
            AnyEntries::Text(entries) => entries.find(name).map(AnyJson::Text),
        }
    }

    /// The names with their values.
    #[inline]
    pub fn iter(self) -> Pairs<'a> {
        match self {
            AnyEntries::Tree(entries) => Pairs::Tree(entries.iter()),
            AnyEntries::Text(entries) => Pairs::Text(entries.as_slice().iter()),
        }
    }

    /// True if both have the same names, and `is_same` holds for the values of each name. Two versions of an object mostly have the same
    /// names in the same order.
    #[inline]
    pub(crate) fn all_same(
        self,
        other: Self,
        is_same: impl Fn(&str, AnyJson<'a>, AnyJson<'a>) -> bool,
    ) -> bool {
        self.length() == other.length()
            && self.iter().zip(other.iter()).all(|((name, value), (other_name, here))| {
                let found = if name == other_name { Some(here) } else { other.get(name) };
                found.is_some_and(|found| is_same(name, value, found))
            })
    }
}

/// The names of an object with their values.
#[derive(Clone, Debug)]
pub enum Pairs<'a> {
    /// See [`AnyEntries::Tree`].
    Tree(serde_json::map::Iter<'a>),
    /// See [`AnyEntries::Text`].
    Text(slice::Iter<'a, Entry<'a>>),
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a str, AnyJson<'a>);

    #[inline]
    fn next(&mut self) -> Option<(&'a str, AnyJson<'a>)> {
        match self {
            Pairs::Tree(entries) => entries.next().map(|(name, value)| (name.as_str(), value.into())),
            Pairs::Text(entries) => entries.next().map(|(name, value)| (*name, value.into())),
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        either!(Pairs: self, entries => entries.size_hint())
    }
}

impl ExactSizeIterator for Pairs<'_> {}
