//! Addresses of values. The server's maps find some values by their addresses.

use crate::cost::Arena;
use std::ptr::dangling;

/// The address of a slice. A slice without bytes may lie anywhere, unless it was [`placed`] or is a numbered `Literal`.
pub(super) fn address<T>(slice: &[T]) -> Option<usize> {
    (slice.as_ptr() != dangling()).then(|| slice.as_ptr().addr())
}

/// A copy in the arena. Its address is unique, even if it has no bytes.
pub(crate) fn placed<'a, T: Copy>(arena: &'a Arena, slice: &[T]) -> &'a [T] {
    if size_of_val(slice) == 0 {
        arena.alloc(0_u8);
    }
    arena.alloc_slice_copy(slice)
}
