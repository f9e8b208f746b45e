//! Addresses of values. The server's maps find some values by their addresses.

use crate::cost::Arena;
use std::ptr::dangling;

/// The address of a slice. A slice without bytes has one only if it was [`placed`] or is a numbered `Literal`.
pub(crate) fn address<T>(slice: &[T]) -> Option<usize> {
    (slice.as_ptr() != dangling()).then(|| slice.as_ptr().addr())
}

/// An empty slice with an address of its own. An arena gives all empty slices the same address.
#[repr(C)]
struct Empty<T> {
    parts: [T; 0],
    byte: u8,
}

/// A copy in the arena. Its address is unique, even if it is empty.
pub(crate) fn placed<'a, T: Copy>(arena: &'a Arena, slice: &[T]) -> &'a [T] {
    if slice.is_empty() {
        &arena.alloc(Empty { parts: [], byte: 0 }).parts
    } else {
        arena.alloc_slice_copy(slice)
    }
}
