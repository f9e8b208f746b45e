//! A value of JSON. It is in a tree of `serde_json`, or in one that was read from a text (`json/read.rs`).

use crate::{
    ops::{
        address::address,
        list::{CelList, Counted, Rounds},
        typed,
    },
    short,
};
use serde_json::{Map, Number, Value as Tree};
use std::{iter::FusedIterator, ptr::from_ref, slice};

/// A value. It borrows its texts and its parts.
#[derive(Clone, Copy, Debug)]
pub enum Json<'a> {
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
    Array(List<'a>),
    /// An object.
    Object(Entries<'a>),
}

/// A list.
#[derive(Clone, Copy, Debug)]
pub enum List<'a> {
    /// In a tree of `serde_json`.
    Tree(&'a [Tree]),
    /// In a tree that was read from a text.
    Read(&'a [Json<'a>]),
}

/// The entries of an object.
#[derive(Clone, Copy, Debug)]
pub enum Entries<'a> {
    /// In a tree of `serde_json`.
    Tree(&'a Map<String, Tree>),
    /// In a tree that was read from a text. They are sorted by their names.
    Read(&'a [Entry<'a>]),
}

/// A name and its value.
pub(super) type Entry<'a> = (&'a str, Json<'a>);

impl<'a> From<&'a Tree> for Json<'a> {
    #[inline]
    fn from(tree: &'a Tree) -> Self {
        match tree {
            Tree::Null => Json::Null,
            Tree::Bool(value) => Json::Bool(*value),
            Tree::Number(number) => number.into(),
            Tree::String(text) => Json::String(text),
            Tree::Array(list) => Json::Array(List::Tree(list)),
            Tree::Object(entries) => Json::Object(Entries::Tree(entries)),
        }
    }
}

impl From<&Number> for Json<'_> {
    /// A number that no float holds is infinite. There are such numbers only with the feature `arbitrary_precision` of `serde_json`.
    #[inline]
    fn from(number: &Number) -> Self {
        match number.as_i64() {
            Some(int) => Json::Int(int),
            None => Json::Float(number.as_f64().unwrap_or(f64::INFINITY)),
        }
    }
}

impl<'a> Json<'a> {
    /// The text of a string.
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }

    /// The value of a whole number.
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        if let Json::Int(int) = self { Some(int) } else { None }
    }

    /// The value of any number.
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Json::Int(int) => Some(typed::int_to_double(int)),
            Json::Float(double) => Some(double),
            _ => None,
        }
    }

    /// The parts of a list.
    #[inline]
    pub fn as_array(self) -> Option<List<'a>> {
        if let Json::Array(list) = self { Some(list) } else { None }
    }

    /// The entries of an object.
    #[inline]
    pub fn as_object(self) -> Option<Entries<'a>> {
        if let Json::Object(entries) = self { Some(entries) } else { None }
    }

    /// The address of a list or an object. Empty ones may have none.
    #[inline]
    pub fn address(self) -> Option<usize> {
        match self {
            Json::Array(list) => list.address(),
            Json::Object(Entries::Tree(entries)) => Some(from_ref(entries).addr()),
            Json::Object(Entries::Read(entries)) => address(entries),
            _ => None,
        }
    }

    /// True for `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        matches!(self, Json::Null)
    }

    /// True for `true` and `false`.
    #[inline]
    pub fn is_boolean(self) -> bool {
        matches!(self, Json::Bool(_))
    }

    /// True for a whole number.
    #[inline]
    pub fn is_i64(self) -> bool {
        matches!(self, Json::Int(_))
    }

    /// True for a text.
    #[inline]
    pub fn is_string(self) -> bool {
        matches!(self, Json::String(_))
    }

    /// True for a list.
    #[inline]
    pub fn is_array(self) -> bool {
        matches!(self, Json::Array(_))
    }

    /// True for an object.
    #[inline]
    pub fn is_object(self) -> bool {
        matches!(self, Json::Object(_))
    }

    /// The value of a name, if this is an object.
    #[inline]
    pub fn get(self, name: &str) -> Option<Json<'a>> {
        self.as_object()?.get(name)
    }
}

/// Deep equality of the values as Go decodes them: `1` and `1.0` differ, and whole numbers beyond 64 bits are floats. -0.0 is 0.0.
impl PartialEq for Json<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Json::Null, Json::Null) => true,
            (Json::Bool(left), Json::Bool(right)) => left == right,
            (Json::Int(left), Json::Int(right)) => left == right,
            (Json::Float(left), Json::Float(right)) => left == right,
            (Json::String(left), Json::String(right)) => left == right,
            (Json::Array(left), Json::Array(right)) => {
                left.length() == right.length() && left.elements().eq(right.elements())
            }
            (Json::Object(left), Json::Object(right)) => left.all_same(right, |_, left, right| left == right),
            _ => false,
        }
    }
}

impl Default for List<'_> {
    #[inline]
    fn default() -> Self {
        List::Read(&[])
    }
}

impl<'a> CelList<'a> for List<'a> {
    type Item = Json<'a>;
    type Iter = Items<'a>;

    #[inline]
    fn length(self) -> usize {
        match self {
            List::Tree(list) => list.len(),
            List::Read(list) => list.len(),
        }
    }
    #[inline]
    fn at(self, index: usize) -> Option<Json<'a>> {
        match self {
            List::Tree(list) => list.get(index).map(Json::from),
            List::Read(list) => list.get(index).copied(),
        }
    }
    #[inline]
    fn elements(self) -> Items<'a> {
        match self {
            List::Tree(list) => Items::Tree(list.iter()),
            List::Read(list) => Items::Read(list.iter()),
        }
    }
    #[inline]
    fn rounds(self) -> impl Rounds<Item = Json<'a>> {
        Counted::new(self.elements())
    }
    #[inline]
    fn address(self) -> Option<usize> {
        match self {
            List::Tree(list) => address(list),
            List::Read(list) => address(list),
        }
    }
}

impl<'a> IntoIterator for List<'a> {
    type Item = Json<'a>;
    type IntoIter = Items<'a>;

    #[inline]
    fn into_iter(self) -> Items<'a> {
        self.elements()
    }
}

/// The elements of a list.
#[derive(Clone, Debug)]
pub enum Items<'a> {
    /// See [`List::Tree`].
    Tree(slice::Iter<'a, Tree>),
    /// See [`List::Read`].
    Read(slice::Iter<'a, Json<'a>>),
}

impl<'a> Iterator for Items<'a> {
    type Item = Json<'a>;

    #[inline]
    fn next(&mut self) -> Option<Json<'a>> {
        match self {
            Items::Tree(items) => items.next().map(Json::from),
            Items::Read(items) => items.next().copied(),
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Items::Tree(items) => items.size_hint(),
            Items::Read(items) => items.size_hint(),
        }
    }
}

impl ExactSizeIterator for Items<'_> {}
impl FusedIterator for Items<'_> {}

impl<'a> Entries<'a> {
    /// The number of entries.
    #[inline]
    pub fn len(self) -> usize {
        match self {
            Entries::Tree(entries) => entries.len(),
            Entries::Read(entries) => entries.len(),
        }
    }

    /// The value of a name.
    #[inline]
    pub fn get(self, name: &str) -> Option<Json<'a>> {
        match self {
            Entries::Tree(entries) => entries.get(name).map(Json::from),
            Entries::Read(entries) => find(entries, name),
        }
    }

    /// True if both have the same names, and `is_same` holds for the values of each name. Two versions of an object mostly have the same
    /// names in the same order.
    #[inline]
    pub(crate) fn all_same(self, other: Self, is_same: impl Fn(&str, Json<'a>, Json<'a>) -> bool) -> bool {
        self.len() == other.len()
            && self.into_iter().zip(other).all(|((name, value), (other_name, here))| {
                let found = if name == other_name { Some(here) } else { other.get(name) };
                found.is_some_and(|found| is_same(name, value, found))
            })
    }
}

/// Up to this number of entries they are compared one after the other.
const FEW: usize = 8;

#[inline]
fn find<'a>(entries: &'a [Entry<'a>], name: &str) -> Option<Json<'a>> {
    let found = match entries.len() {
        0..=FEW => entries.iter().find(|(known, _)| short::are_same(known.as_bytes(), name.as_bytes())),
        _ => entries.binary_search_by(|(known, _)| (*known).cmp(name)).ok().and_then(|at| entries.get(at)),
    };
    found.map(|(_, value)| *value)
}

impl<'a> IntoIterator for Entries<'a> {
    type Item = Entry<'a>;
    type IntoIter = Pairs<'a>;

    #[inline]
    fn into_iter(self) -> Pairs<'a> {
        match self {
            Entries::Tree(entries) => Pairs::Tree(entries.iter()),
            Entries::Read(entries) => Pairs::Read(entries.iter()),
        }
    }
}

/// The names of an object with their values.
#[derive(Clone, Debug)]
pub enum Pairs<'a> {
    /// See [`Entries::Tree`].
    Tree(serde_json::map::Iter<'a>),
    /// See [`Entries::Read`].
    Read(slice::Iter<'a, Entry<'a>>),
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Entry<'a>;

    #[inline]
    fn next(&mut self) -> Option<Entry<'a>> {
        match self {
            Pairs::Tree(entries) => entries.next().map(|(name, value)| (name.as_str(), value.into())),
            Pairs::Read(entries) => entries.next().copied(),
        }
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Pairs::Tree(entries) => entries.size_hint(),
            Pairs::Read(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for Pairs<'_> {}
