//! Values of JSON, in trees of `serde_json` and in trees that were read from texts (`json/read.rs`). Generated code is compiled for the kinds of
//! trees that a program judges. Values whose type only run time knows are [`AnyJson`].

use super::{
    any::{AnyEntries, AnyJson, AnyList},
    text::TextJson,
};
use crate::{old_items::Items, ops::list::CelList};
use serde_json::{Map, Value as Tree};
use std::ptr::from_ref;

/// A kind of trees.
pub trait Trees: 'static {
    /// A reference to a value.
    type Json<'a>: Json<'a>;

    /// The same reference for a shorter time.
    fn shorten<'a, 'v: 'a>(value: Self::Json<'v>) -> Self::Json<'a>;
}

/// Trees of `serde_json`.
#[derive(Debug)]
pub struct SerdeTrees;

impl Trees for SerdeTrees {
    type Json<'a> = &'a Tree;

    #[inline]
    fn shorten<'a, 'v: 'a>(value: &'v Tree) -> &'a Tree {
        value
    }
}

/// Trees that were read from texts.
#[derive(Debug)]
pub struct TextTrees;

impl Trees for TextTrees {
    type Json<'a> = &'a TextJson<'a>;

    #[inline]
    fn shorten<'a, 'v: 'a>(value: &'v TextJson<'v>) -> &'a TextJson<'a> {
        value
    }
}

/// A value: a reference to where it is.
pub trait Json<'a>: Copy + Into<AnyJson<'a>> + 'a {
    /// A list.
    type List: CelList<'a, Item = Self> + Items<'a, Item = Self> + Into<AnyList<'a>> + Default + 'a;
    /// The entries of an object.
    type Entries: Entries<'a, Value = Self>;

    /// The value of `true` or `false`.
    fn as_bool(self) -> Option<bool>;
    /// The text of a string.
    fn as_str(self) -> Option<&'a str>;
    /// The value of a whole number of 64 bits, with its sign.
    fn as_i64(self) -> Option<i64>;
    /// The value of any number.
    fn as_f64(self) -> Option<f64>;
    /// The parts of a list.
    fn as_array(self) -> Option<Self::List>;
    /// The entries of an object.
    fn as_object(self) -> Option<Self::Entries>;
    /// True for `null`.
    fn is_null(self) -> bool;
    /// The address of the value.
    fn address(self) -> usize;

    /// True for `true` and `false`.
    #[inline]
    fn is_boolean(self) -> bool {
        self.as_bool().is_some()
    }
    /// True for a whole number.
    #[inline]
    fn is_i64(self) -> bool {
        self.as_i64().is_some()
    }
    /// True for a text.
    #[inline]
    fn is_string(self) -> bool {
        self.as_str().is_some()
    }
    /// True for a list.
    #[inline]
    fn is_array(self) -> bool {
        self.as_array().is_some()
    }
    /// True for an object.
    #[inline]
    fn is_object(self) -> bool {
        self.as_object().is_some()
    }
    /// The value of a name, if this is an object.
    #[inline]
    fn get(self, name: &str) -> Option<Self> {
        self.as_object()?.get(name)
    }
}

/// The entries of an object.
pub trait Entries<'a>: Copy + Into<AnyEntries<'a>> + 'a {
    /// A value.
    type Value: Json<'a>;
    /// Iterates over the names and their values.
    type Iter: ExactSizeIterator<Item = (&'a str, Self::Value)> + Clone;

    /// The number of entries.
    fn length(self) -> usize;
    /// The value of a name.
    fn get(self, name: &str) -> Option<Self::Value>;
    /// The names with their values.
    fn entries(self) -> Self::Iter;
}

impl<'a> Json<'a> for &'a Tree {
    type List = &'a [Tree];
    type Entries = &'a Map<String, Tree>;

    #[inline]
    fn as_bool(self) -> Option<bool> {
        Tree::as_bool(self)
    }
    #[inline]
    fn as_str(self) -> Option<&'a str> {
        Tree::as_str(self)
    }
    #[inline]
    fn as_i64(self) -> Option<i64> {
        Tree::as_i64(self)
    }
    #[inline]
    fn as_f64(self) -> Option<f64> {
        Tree::as_f64(self)
    }
    #[inline]
    fn as_array(self) -> Option<&'a [Tree]> {
        Tree::as_array(self).map(Vec::as_slice)
    }
    #[inline]
    fn as_object(self) -> Option<&'a Map<String, Tree>> {
        Tree::as_object(self)
    }
    #[inline]
    fn is_null(self) -> bool {
        Tree::is_null(self)
    }
    #[inline]
    fn address(self) -> usize {
        from_ref(self).addr()
    }
}

impl<'a> Entries<'a> for &'a Map<String, Tree> {
    type Value = &'a Tree;
    type Iter = std::iter::Map<serde_json::map::Iter<'a>, fn((&'a String, &'a Tree)) -> (&'a str, &'a Tree)>;

    #[inline]
    fn length(self) -> usize {
        self.len()
    }
    #[inline]
    fn get(self, name: &str) -> Option<&'a Tree> {
        Map::get(self, name)
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.iter().map(|(name, value)| (name, value))
    }
}
