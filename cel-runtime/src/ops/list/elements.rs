//! The elements of a [`List`](super::List).

use super::Sequence;
use std::{ops::Range, slice};

/// The elements of a [`List`](super::List) in order.
#[derive(Clone)]
pub enum Elements<'a, E> {
    /// Those of a slice.
    Slice(slice::Iter<'a, E>),
    /// Those of another list: the next one, and where they end.
    Shared(&'a dyn Sequence<E>, Range<usize>),
}

impl<'a, E: Copy + 'a> Iterator for Elements<'a, E> {
    type Item = E;

    #[inline]
    fn next(&mut self) -> Option<E> {
        match self {
            Elements::Slice(slice) => slice.next().copied(),
            // The list may grow meanwhile.
            Elements::Shared(list, range) => range.next().and_then(|index| list.at(index)),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Elements::Slice(slice) => slice.size_hint(),
            Elements::Shared(_, range) => range.size_hint(),
        }
    }
}

impl<'a, E: Copy + 'a> ExactSizeIterator for Elements<'a, E> {}
