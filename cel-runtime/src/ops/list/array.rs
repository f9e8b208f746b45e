//! List literals that need no memory in the arena.

use super::CelList;
use crate::ops::address::address;
use std::{iter::Copied, slice};

/// A list literal in a variable. Only code that keeps no reference to it reads it.
#[derive(Clone, Copy)]
pub struct Array<'a, E>(pub &'a [E]);

impl<'a, E: Copy + 'a> CelList<'a> for Array<'a, E> {
    type Item = E;
    type Iter = Copied<slice::Iter<'a, E>>;

    #[inline]
    fn length(self) -> usize {
        self.0.len()
    }
    #[inline]
    fn at(self, index: usize) -> Option<E> {
        self.0.get(index).copied()
    }
    #[inline]
    fn elements(self) -> Self::Iter {
        self.0.iter().copied()
    }
    fn is_native(self) -> bool {
        false
    }
    fn address(self) -> Option<usize> {
        address(self.0)
    }
}
