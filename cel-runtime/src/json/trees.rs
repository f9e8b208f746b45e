//! The kinds of trees. Generated code is compiled for the kinds that a program judges. Rules read their lists as those of Rust types.

use super::{
    Map, Object,
    any::{AnyJson, AnyList, Elements},
    shown::bad_value,
    text::{TextEntries, TextJson},
    value::Json,
};
use crate::{
    access::CelValue,
    old_items::Items,
    ops::{
        address::address,
        list::{CelList, Counted, Rounds},
    },
};
use serde_json::Value as Tree;
use std::marker::PhantomData;

/// A value whose lists rules can read.
pub trait Lists<'a>: Json<'a, List: CelList<'a, Item = Self> + Items<'a, Item = Self>> {}

impl<'a, J> Lists<'a> for J where J: Json<'a, List: CelList<'a, Item = J> + Items<'a, Item = J>> {}

/// A kind of trees.
pub trait Trees: 'static {
    /// A reference to a value.
    type Json<'a>: Lists<'a>;

    /// The same reference for a shorter time.
    fn shorten<'a, 'v: 'a>(value: Self::Json<'v>) -> Self::Json<'a>;
    /// The same for a list.
    fn shorten_list<'a, 'v: 'a>(list: List<'v, Self>) -> List<'a, Self>;
    /// The same for the entries of an object.
    fn shorten_entries<'a, 'v: 'a>(entries: Entries<'v, Self>) -> Entries<'a, Self>;

    /// The same for an object.
    #[inline]
    fn shorten_object<'a, 'v: 'a>(object: Object<'v, Entries<'v, Self>>) -> Object<'a, Entries<'a, Self>> {
        Object::new(Self::shorten_entries(object.0))
    }
    /// The same for a map.
    #[inline]
    fn shorten_map<'a, 'v: 'a>(map: Map<'v, Entries<'v, Self>>) -> Map<'a, Entries<'a, Self>> {
        Map(Self::shorten_entries(map.0), PhantomData)
    }
}

/// The lists of a kind of trees.
type List<'a, T> = <<T as Trees>::Json<'a> as Json<'a>>::List;
/// The entries of its objects.
type Entries<'a, T> = <<T as Trees>::Json<'a> as Json<'a>>::Entries;

/// Trees of `serde_json`.
#[derive(Debug)]
pub struct SerdeTrees;

impl Trees for SerdeTrees {
    type Json<'a> = &'a Tree;

    #[inline]
    fn shorten<'a, 'v: 'a>(value: &'v Tree) -> &'a Tree {
        value
    }
    #[inline]
    fn shorten_list<'a, 'v: 'a>(list: &'v [Tree]) -> &'a [Tree] {
        list
    }
    #[inline]
    fn shorten_entries<'a, 'v: 'a>(
        entries: &'v serde_json::Map<String, Tree>,
    ) -> &'a serde_json::Map<String, Tree> {
        entries
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
    #[inline]
    fn shorten_list<'a, 'v: 'a>(list: &'v [TextJson<'v>]) -> &'a [TextJson<'a>] {
        list
    }
    #[inline]
    fn shorten_entries<'a, 'v: 'a>(entries: TextEntries<'v>) -> TextEntries<'a> {
        entries
    }
}

/// For lists of values.
impl CelValue for TextJson<'_> {
    type Cel<'a>
        = &'a Self
    where
        Self: 'a;
    const SCHEMA_TYPE: &'static str = "";

    #[inline]
    fn cel(&self) -> &Self {
        self
    }

    #[inline]
    fn bad_value(&self) -> Option<String> {
        Some(bad_value(self.into()))
    }
}

impl<'a> CelList<'a> for AnyList<'a> {
    type Item = AnyJson<'a>;
    type Iter = Elements<'a>;

    #[inline]
    fn length(self) -> usize {
        AnyList::length(self)
    }
    #[inline]
    fn at(self, index: usize) -> Option<AnyJson<'a>> {
        self.get(index)
    }
    #[inline]
    fn elements(self) -> Elements<'a> {
        self.iter()
    }
    #[inline]
    fn rounds(self) -> impl Rounds<Item = AnyJson<'a>> {
        Counted::new(self.iter())
    }
    #[inline]
    fn address(self) -> Option<usize> {
        match self {
            AnyList::Tree(list) => address(list),
            AnyList::Text(list) => address(list),
        }
    }
}

impl<'a> Items<'a> for AnyList<'a> {
    type Item = AnyJson<'a>;

    #[inline]
    fn count(&self) -> usize {
        self.length()
    }
    #[inline]
    fn at(&self, position: usize) -> Option<AnyJson<'a>> {
        self.get(position)
    }
}
