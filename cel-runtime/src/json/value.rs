//! What the values of both kinds of trees can do.

use super::{
    any::{AnyEntries, AnyJson, AnyList, Pairs, either},
    text::{Entry, TextEntries, TextJson},
};
use crate::ops::typed;
use serde_json::{Map, Value as Tree};
use std::{iter, ptr::from_ref, slice, sync::LazyLock};

/// A value: a reference to where it is.
pub trait Json<'a>: Copy + Into<AnyJson<'a>> + 'a {
    /// A list.
    type List: Copy + Into<AnyList<'a>> + Default + 'a;
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
    /// True if the names are sorted.
    fn is_sorted(self) -> bool;
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
    /// They are not with the feature `preserve_order` of `serde_json`, which another crate may have.
    #[inline]
    fn is_sorted(self) -> bool {
        static SORTED: LazyLock<bool> = LazyLock::new(|| {
            let map: Map<_, _> = ["b", "a"].map(|name| (name.to_owned(), Tree::Null)).into_iter().collect();
            map.keys().is_sorted()
        });
        *SORTED
    }
}

impl<'a> Json<'a> for &'a TextJson<'a> {
    type List = &'a [TextJson<'a>];
    type Entries = TextEntries<'a>;

    #[inline]
    fn as_bool(self) -> Option<bool> {
        if let TextJson::Bool(value) = self { Some(*value) } else { None }
    }
    #[inline]
    fn as_str(self) -> Option<&'a str> {
        if let TextJson::String(text) = self { Some(text) } else { None }
    }
    #[inline]
    fn as_i64(self) -> Option<i64> {
        if let TextJson::Int(int) = self { Some(*int) } else { None }
    }
    #[inline]
    fn as_f64(self) -> Option<f64> {
        match self {
            TextJson::Int(int) => Some(typed::int_to_double(*int)),
            TextJson::Float(double) => Some(*double),
            _ => None,
        }
    }
    #[inline]
    fn as_array(self) -> Option<&'a [TextJson<'a>]> {
        if let TextJson::Array(list) = self { Some(list) } else { None }
    }
    #[inline]
    fn as_object(self) -> Option<TextEntries<'a>> {
        matches!(self, TextJson::Object(_)).then_some(TextEntries::new(self))
    }
    #[inline]
    fn is_null(self) -> bool {
        matches!(self, TextJson::Null)
    }
    #[inline]
    fn address(self) -> usize {
        from_ref(self).addr()
    }
}

impl<'a> Entries<'a> for TextEntries<'a> {
    type Value = &'a TextJson<'a>;
    type Iter = iter::Map<slice::Iter<'a, Entry<'a>>, fn(&'a Entry<'a>) -> (&'a str, &'a TextJson<'a>)>;

    #[inline]
    fn length(self) -> usize {
        self.as_slice().len()
    }
    #[inline]
    fn get(self, name: &str) -> Option<&'a TextJson<'a>> {
        self.find(name)
    }
    #[inline]
    fn entries(self) -> Self::Iter {
        self.as_slice().iter().map(|(name, value)| (name, value))
    }
    #[inline]
    fn is_sorted(self) -> bool {
        true
    }
}

impl<'a> Json<'a> for AnyJson<'a> {
    type List = AnyList<'a>;
    type Entries = AnyEntries<'a>;

    #[inline]
    fn as_bool(self) -> Option<bool> {
        either!(AnyJson: self, value => Json::as_bool(value))
    }
    #[inline]
    fn as_str(self) -> Option<&'a str> {
        either!(AnyJson: self, value => Json::as_str(value))
    }
    #[inline]
    fn as_i64(self) -> Option<i64> {
        either!(AnyJson: self, value => Json::as_i64(value))
    }
    #[inline]
    fn as_f64(self) -> Option<f64> {
        either!(AnyJson: self, value => Json::as_f64(value))
    }
    #[inline]
    fn as_array(self) -> Option<AnyList<'a>> {
        match self {
            AnyJson::Tree(value) => Json::as_array(value).map(AnyList::Tree),
            AnyJson::Text(value) => value.as_array().map(AnyList::Text),
        }
    }
    #[inline]
    fn as_object(self) -> Option<AnyEntries<'a>> {
        match self {
            AnyJson::Tree(value) => Json::as_object(value).map(AnyEntries::Tree),
            AnyJson::Text(value) => value.as_object().map(AnyEntries::Text),
        }
    }
    #[inline]
    fn is_null(self) -> bool {
        either!(AnyJson: self, value => Json::is_null(value))
    }
    #[inline]
    fn address(self) -> usize {
        either!(AnyJson: self, value => Json::address(value))
    }
}

impl<'a> Entries<'a> for AnyEntries<'a> {
    type Value = AnyJson<'a>;
    type Iter = Pairs<'a>;

    #[inline]
    fn length(self) -> usize {
        AnyEntries::length(self)
    }
    #[inline]
    fn get(self, name: &str) -> Option<AnyJson<'a>> {
        AnyEntries::get(self, name)
    }
    #[inline]
    fn entries(self) -> Pairs<'a> {
        self.iter()
    }
    #[inline]
    fn is_sorted(self) -> bool {
        match self {
            AnyEntries::Tree(entries) => entries.is_sorted(),
            AnyEntries::Text(entries) => entries.is_sorted(),
        }
    }
}
