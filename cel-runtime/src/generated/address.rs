//! Where values are: maps of the server find some values by that.

use crate::cost::Arena;
use std::ptr::dangling;

/// A value that takes no space may be anywhere, unless it was [`placed`] or is a numbered `Literal`.
pub(super) fn address<T>(slice: &[T]) -> Option<usize> {
    (slice.as_ptr() != dangling()).then(|| slice.as_ptr().addr())
}

/// A copy in the arena: at a place of its own also if it takes no space.
pub(crate) fn placed<'a, T: Copy>(arena: &'a Arena, slice: &[T]) -> &'a [T] {
    if size_of_val(slice) == 0 {
        arena.alloc(0_u8);
    }
    arena.alloc_slice_copy(slice)
}
