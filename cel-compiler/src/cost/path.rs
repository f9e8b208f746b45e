//! Paths from a variable to a value, for example `self`, `items`, `@items`, `name`.
//!
//! The server keeps them in Go slices that share buffers: extending one path may overwrite an element of another path.
//! This decides which size it looks up, so paths here share buffers too.

use std::{cell::RefCell, rc::Rc};

/// A path: the first `length` elements of a buffer.
#[derive(Clone, Debug, Default)]
pub(super) struct Path<'e> {
    /// Filled up to its capacity. Elements behind the longest path have no meaning.
    buffer: Rc<RefCell<Vec<&'e str>>>,
    length: usize,
}

impl<'e> Path<'e> {
    /// A path of one element, with no room for more.
    pub(super) fn of(first: &'e str) -> Self {
        Path { buffer: Rc::new(RefCell::new(vec![first])), length: 1 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Go's `append`: it reuses the buffer if there is room.
    pub(super) fn append(&self, element: &'e str) -> Self {
        let has_room = self.length < self.buffer.borrow().len();
        let buffer = if has_room { self.buffer.clone() } else { self.grown() };
        if let Some(place) = buffer.borrow_mut().get_mut(self.length) {
            *place = element;
        }
        Path { buffer, length: self.length + 1 }
    }

    /// The same with one more element, in a new buffer.
    pub(super) fn copied(&self, element: &'e str) -> Self {
        Path { buffer: self.grown(), length: self.length }.append(element)
    }

    /// The current elements.
    pub(super) fn elements(&self) -> Vec<&'e str> {
        self.buffer.borrow().iter().take(self.length).copied().collect()
    }

    fn grown(&self) -> Rc<RefCell<Vec<&'e str>>> {
        let mut elements = self.elements();
        elements.resize((2 * self.length).max(1), "");
        Rc::new(RefCell::new(elements))
    }
}

/// The elements of a list.
pub(super) const ITEMS: &str = "@items";
/// The values of a map.
pub(super) const VALUES: &str = "@values";
/// The keys of a map.
pub(super) const KEYS: &str = "@keys";
/// The indices of a list.
pub(super) const INDICES: &str = "@indices";
