//! Lists. Collections of the user's structs are used directly. [`List`] is for lists that a rule builds or chooses.

mod array;
mod builder;
mod collect;
mod elements;
mod rounds;
mod views;

pub use array::Array;
pub use builder::{Builder, count, push};
pub use collect::{collect, collect_where};
pub use elements::Elements;
pub use rounds::{Rounds, Units, rounds, rounds_over_map};
pub use views::{Filtered, Kept, Mapped, filtered, mapped};

pub(crate) use self::rounds::Counted;
use self::rounds::Sliced;
use super::address::{address, placed};
use crate::{access::CelValue, cost::Arena, eval_error::EvalError};
#[cfg(feature = "indexmap")]
use indexmap::IndexSet;
use std::{
    cell::OnceCell,
    collections::{BTreeSet, HashSet, VecDeque},
    ptr::from_ref,
};

/// Anything that CEL sees as a list. `Copy`: a reference to a field's collection, or a [`List`].
pub trait CelList<'a>: Copy {
    /// The type of an element in generated code.
    type Item: Copy + 'a;
    /// Iterates over the elements and knows how many remain.
    type Iter: ExactSizeIterator<Item = Self::Item> + Clone;
    /// False if finding an element means walking over all elements before it.
    const IS_INDEXED: bool = true;

    /// The number of elements.
    fn length(self) -> usize;
    /// The number of elements, or more if they would have to be counted.
    #[inline]
    fn most(self) -> usize {
        self.length()
    }
    /// The element at an index from 0.
    fn at(self, index: usize) -> Option<Self::Item>;
    /// The elements in order.
    fn elements(self) -> Self::Iter;
    /// The elements in parts.
    #[inline]
    fn rounds(self) -> impl Rounds<Item = Self::Item> {
        Counted::new(self.elements())
    }
    /// True if the list belongs to an object.
    fn is_native(self) -> bool {
        true
    }
    /// The zero value for `optional.ofNonZeroValue`: a list without elements that belongs to no object.
    fn is_zero(self) -> bool {
        !self.is_native() && self.length() == 0
    }
    /// The address of the elements. The server's maps find a list by its address. `None` if the list has no address of its own.
    fn address(self) -> Option<usize> {
        None
    }
    /// True if `+` adds elements to the list itself. The server replaces an empty list that `optMap` names by such a list.
    fn is_mutable(self) -> bool {
        false
    }
    /// True for a sum of two lists with elements, the first not of an object. The server does not copy such a sum.
    fn is_joined(self) -> bool {
        false
    }
}

impl<'a, T: CelValue> CelList<'a> for &'a [T] {
    type Item = T::Cel<'a>;
    type Iter = std::iter::Map<std::slice::Iter<'a, T>, fn(&'a T) -> T::Cel<'a>>;

    #[inline]
    fn length(self) -> usize {
        self.len()
    }
    #[inline]
    fn at(self, index: usize) -> Option<Self::Item> {
        self.get(index).map(T::cel)
    }
    #[inline]
    fn elements(self) -> Self::Iter {
        self.iter().map(T::cel)
    }
    #[inline]
    fn rounds(self) -> impl Rounds<Item = Self::Item> {
        Sliced::new(self)
    }
    fn address(self) -> Option<usize> {
        address(self)
    }
}

/// The constant parts of a list or map literal, at an address of their own. Without the number, Rust might merge equal constants.
#[repr(C)]
pub struct Literal<T> {
    /// The elements or entries.
    pub parts: T,
    /// The number of the literal. No other literal has it.
    pub number: u32,
}

macro_rules! collection {
    ($($collection:ident $(where $hasher:ident)?: $iter:ty, $is_indexed:literal;)*) => {$(
        impl<'a, T: CelValue $(, $hasher)?> CelList<'a> for &'a $collection<T $(, $hasher)?> {
            type Item = T::Cel<'a>;
            type Iter = std::iter::Map<$iter, fn(&'a T) -> T::Cel<'a>>;
            const IS_INDEXED: bool = $is_indexed;

            #[inline]
            fn length(self) -> usize {
                self.len()
            }
            #[inline]
            fn at(self, index: usize) -> Option<Self::Item> {
                self.iter().nth(index).map(T::cel)
            }
            #[inline]
            fn elements(self) -> Self::Iter {
                self.iter().map(T::cel)
            }
        }
    )*};
}
collection! {
    VecDeque: std::collections::vec_deque::Iter<'a, T>, true;
    BTreeSet: std::collections::btree_set::Iter<'a, T>, false;
    HashSet where S: std::collections::hash_set::Iter<'a, T>, false;
}
#[cfg(feature = "indexmap")]
collection! {
    IndexSet where S: indexmap::set::Iter<'a, T>, true;
}

/// A list with elements of one type, from any source.
#[derive(Clone, Copy)]
pub enum List<'a, E> {
    /// A list that a rule built, or a constant.
    Slice(&'a [E]),
    /// A collection of the user's struct, or a concatenation. It is a view, never a copy.
    Shared(&'a dyn Sequence<E>),
}

/// The source of a [`List`].
pub trait Sequence<E> {
    /// The number of elements.
    fn length(&self) -> usize;
    /// The element at an index from 0.
    fn at(&self, index: usize) -> Option<E>;
    /// As [`CelList::is_native`].
    fn is_native(&self) -> bool;
    /// As [`CelList::address`].
    fn address(&self) -> Option<usize> {
        None
    }
    /// As [`CelList::is_joined`].
    fn is_joined(&self) -> bool {
        false
    }
    /// As [`CelList::is_mutable`].
    fn is_mutable(&self) -> bool {
        false
    }
    /// True if its elements are of an object's list, but the list itself is not.
    fn is_picked(&self) -> bool {
        false
    }
    /// Appends the elements of a list to a mutable list.
    fn append(&self, _: List<'_, E>) {}
    /// The number of elements that can be read.
    fn held(&self) -> usize {
        self.length()
    }
    /// The number of elements if it is fixed; `None` if it may grow.
    fn fixed_length(&self) -> Option<usize> {
        Some(self.length())
    }
}

impl<'a, E: Copy + 'a> CelList<'a> for List<'a, E> {
    type Item = E;
    type Iter = Elements<'a, E>;

    #[inline]
    fn length(self) -> usize {
        match self {
            List::Slice(slice) => slice.len(),
            List::Shared(shared) => shared.length(),
        }
    }
    #[inline]
    fn at(self, index: usize) -> Option<E> {
        match self {
            List::Slice(slice) => slice.get(index).copied(),
            List::Shared(shared) => shared.at(index),
        }
    }
    #[inline]
    fn elements(self) -> Self::Iter {
        match self {
            List::Slice(slice) => Elements::Slice(slice.iter()),
            List::Shared(shared) => Elements::Shared(shared, 0..shared.length()),
        }
    }
    fn is_native(self) -> bool {
        matches!(self, List::Shared(shared) if shared.is_native())
    }
    fn address(self) -> Option<usize> {
        match self {
            List::Slice(slice) => address(slice),
            List::Shared(shared) => shared.address(),
        }
    }
    fn is_mutable(self) -> bool {
        matches!(self, List::Shared(shared) if shared.is_mutable())
    }
    fn is_joined(self) -> bool {
        matches!(self, List::Shared(shared) if shared.is_joined())
    }
}

impl<'a, E: Copy + 'a> List<'a, E> {
    /// As [`Sequence::fixed_length`].
    fn fixed_length(self) -> Option<usize> {
        match self {
            List::Slice(slice) => Some(slice.len()),
            List::Shared(shared) => shared.fixed_length(),
        }
    }
}

struct Erased<L>(L);

impl<'a, L: CelList<'a>> Sequence<L::Item> for Erased<L> {
    fn length(&self) -> usize {
        self.0.length()
    }
    fn at(&self, index: usize) -> Option<L::Item> {
        self.0.at(index)
    }
    fn is_native(&self) -> bool {
        self.0.is_native()
    }
    fn address(&self) -> Option<usize> {
        self.0.address()
    }
    fn is_joined(&self) -> bool {
        self.0.is_joined()
    }
}

/// A collection of a struct without indexes. The elements are collected when an element after the first is asked for.
pub(crate) struct Indexed<'a, L: CelList<'a>> {
    arena: &'a Arena,
    list: L,
    elements: OnceCell<&'a [L::Item]>,
}

impl<'a, L: CelList<'a> + 'a> Indexed<'a, L> {
    pub(crate) fn new(arena: &'a Arena, list: L) -> &'a Self {
        arena.alloc(Indexed { arena, list, elements: OnceCell::new() })
    }
}

impl<'a, L: CelList<'a>> CelList<'a> for &'a Indexed<'a, L> {
    type Item = L::Item;
    type Iter = L::Iter;

    fn length(self) -> usize {
        self.list.length()
    }
    fn at(self, index: usize) -> Option<L::Item> {
        if index == 0 {
            return self.list.at(0);
        }
        let elements = self.elements.get_or_init(|| self.arena.alloc_slice_fill_iter(self.list.elements()));
        elements.get(index).copied()
    }
    fn elements(self) -> Self::Iter {
        self.list.elements()
    }
}

struct Concat<'a, E> {
    left: List<'a, E>,
    right: List<'a, E>,
    /// The length of the left list, if it cannot grow.
    left_length: Option<usize>,
    /// Computed once: the length of `x + x`, where `x` is such a sum, would ask each part twice.
    length: Option<usize>,
}

impl<'a, E: Copy + 'a> Sequence<E> for Concat<'a, E> {
    fn length(&self) -> usize {
        self.length.unwrap_or_else(|| self.left.length().saturating_add(self.right.length()))
    }
    fn fixed_length(&self) -> Option<usize> {
        self.length
    }
    fn at(&self, index: usize) -> Option<E> {
        match index.checked_sub(self.left_length.unwrap_or_else(|| self.left.length())) {
            None => self.left.at(index),
            Some(index) => self.right.at(index),
        }
    }
    /// On the server, an empty literal plus a list is that list itself.
    fn is_native(&self) -> bool {
        self.left.is_zero() && self.right.is_native()
    }
    /// A sum with an empty list is the other list itself, unless the left list belongs to an object.
    fn address(&self) -> Option<usize> {
        match (self.left.length(), self.right.length()) {
            _ if self.left.is_native() => Some(from_ref(self).addr()),
            (0, _) => self.right.address(),
            (_, 0) => self.left.address(),
            _ => Some(from_ref(self).addr()),
        }
    }
    fn is_joined(&self) -> bool {
        !self.left.is_native() && self.left.length() > 0 && self.right.length() > 0
    }
}

/// Some elements of a list, by their indexes.
struct Picked<'a, E> {
    list: List<'a, E>,
    places: &'a [usize],
}

impl<'a, E: Copy + 'a> Sequence<E> for Picked<'a, E> {
    fn length(&self) -> usize {
        self.places.len()
    }
    fn at(&self, index: usize) -> Option<E> {
        self.places.get(index).and_then(|place| self.list.at(*place))
    }
    fn is_native(&self) -> bool {
        false
    }
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
    fn is_picked(&self) -> bool {
        true
    }
}

/// A view of some elements of a list.
pub(crate) fn picked<'a, E: Copy + 'a>(
    arena: &'a Arena,
    list: List<'a, E>,
    places: &'a [usize],
) -> List<'a, E> {
    List::Shared(arena.alloc(Picked { list, places }))
}

struct View<L, F> {
    list: L,
    convert: F,
}

impl<'a, L: CelList<'a>, E, F: Fn(L::Item) -> E> Sequence<E> for View<L, F> {
    fn length(&self) -> usize {
        self.list.length()
    }
    fn at(&self, index: usize) -> Option<E> {
        self.list.at(index).map(&self.convert)
    }
    fn is_native(&self) -> bool {
        self.list.is_native()
    }
}

/// A view of a struct's collection as a [`List`]. It converts an element at each access.
pub fn view<'a, L: CelList<'a> + 'a, E: 'a>(
    arena: &'a Arena,
    list: L,
    convert: impl Fn(L::Item) -> E + 'a,
) -> List<'a, E> {
    if L::IS_INDEXED {
        List::Shared(arena.alloc(View { list, convert }))
    } else {
        List::Shared(arena.alloc(View { list: Indexed::new(arena, list), convert }))
    }
}

/// A struct's collection as a [`List`].
pub fn erase<'a, L: CelList<'a> + 'a>(arena: &'a Arena, list: L) -> List<'a, L::Item> {
    if L::IS_INDEXED {
        List::Shared(arena.alloc(Erased(list)))
    } else {
        List::Shared(arena.alloc(Erased(Indexed::new(arena, list))))
    }
}

/// A list with each element converted. Used if one of the two element types only says that a list is empty.
pub fn convert<'a, L: CelList<'a>, E: Copy + 'a>(
    arena: &'a Arena,
    list: L,
    form: impl Fn(L::Item) -> E,
) -> List<'a, E> {
    in_place(arena, bumpalo::collections::Vec::from_iter_in(list.elements().map(form), arena))
}

/// A list literal.
pub fn of<'a, E: Copy + 'a, const N: usize>(arena: &'a Arena, elements: [E; N]) -> List<'a, E> {
    List::Slice(placed(arena, &elements))
}

/// An empty buffer for the parts of a long literal.
pub fn parts<T>() -> Vec<T> {
    Vec::new()
}

/// A long list literal.
pub fn of_parts<'a, E: Copy + 'a>(arena: &'a Arena, elements: &[E]) -> List<'a, E> {
    List::Slice(placed(arena, elements))
}

/// A list literal with optional elements. It has the elements that are present.
pub fn of_present<'a, E: Copy + 'a, const N: usize>(
    arena: &'a Arena,
    elements: [Option<E>; N],
) -> List<'a, E> {
    present(arena, elements.into_iter())
}

/// `optional.unwrap(list)` and `list.unwrapOpt()`
pub fn unwrap<'a, L: CelList<'a, Item = Option<E>>, E: Copy + 'a>(arena: &'a Arena, list: L) -> List<'a, E> {
    present(arena, list.elements())
}

/// The elements that are present.
pub fn present<'a, E: Copy + 'a>(arena: &'a Arena, elements: impl Iterator<Item = Option<E>>) -> List<'a, E> {
    in_place(arena, bumpalo::collections::Vec::from_iter_in(elements.flatten(), arena))
}

/// A list of elements that are already in the arena.
pub(crate) fn in_place<'a, E: Copy + 'a>(
    arena: &'a Arena,
    elements: bumpalo::collections::Vec<'a, E>,
) -> List<'a, E> {
    List::Slice(if elements.is_empty() { placed(arena, &[]) } else { elements.into_bump_slice() })
}

/// `left + right` in one step, as on the server. The cost model charges 1 for it.
pub fn concat<'a, E: Copy + 'a>(arena: &'a Arena, left: List<'a, E>, right: List<'a, E>) -> List<'a, E> {
    let left_length = left.fixed_length();
    let length = left_length.zip(right.fixed_length());
    let length = length.map(|(left, right)| left.saturating_add(right));
    List::Shared(arena.alloc(Concat { left, right, left_length, length }))
}

/// `list[?index]`
#[inline]
pub fn get<'a, L: CelList<'a>>(list: L, index: i64) -> Option<L::Item> {
    usize::try_from(index).ok().and_then(|i| list.at(i))
}

/// `list.first()`
#[inline]
pub fn first<'a, L: CelList<'a>>(list: L) -> Option<L::Item> {
    list.at(0)
}

/// `list.last()`
#[inline]
pub fn last<'a, L: CelList<'a>>(list: L) -> Option<L::Item> {
    list.length().checked_sub(1).and_then(|i| list.at(i))
}

/// `list[index]`
#[inline]
pub fn index<'a, L: CelList<'a>>(list: L, index: i64) -> Result<L::Item, EvalError<'a>> {
    get(list, index).ok_or(EvalError::IndexOutOfBounds(index))
}
