//! Lists that loops build.

use super::{List, in_place};
use crate::{cost::Arena, ops::typed::Outcome};
use bumpalo::collections::Vec as BumpVec;

/// Collects the results of `map` and `filter`.
pub struct Builder<'a, E> {
    arena: &'a Arena,
    elements: BumpVec<'a, E>,
}

impl<'a, E: Copy + 'a> Builder<'a, E> {
    /// An empty list.
    pub fn new(arena: &'a Arena) -> Self {
        Builder::with_room(arena, 0)
    }

    /// An empty list with memory for so many elements.
    #[inline]
    pub(super) fn with_room(arena: &'a Arena, elements: usize) -> Self {
        Builder { arena, elements: BumpVec::with_capacity_in(elements, arena) }
    }

    /// Appends an element.
    #[inline]
    pub fn push(&mut self, element: E) {
        self.elements.push(element);
    }

    /// The collected list.
    pub fn finish(self) -> List<'a, E> {
        in_place(self.arena, self.elements)
    }
}

/// A round of `map` or `filter`. The first error stays.
#[inline]
pub fn push<'a, E: Copy + 'a>(list: &mut Outcome<'a, Builder<'a, E>>, element: Outcome<'a, E>) {
    if let Ok(builder) = list {
        match element {
            Ok(element) => builder.push(element),
            Err(error) => *list = Err(error),
        }
    }
}

/// The same if only the number of elements is needed.
#[inline]
pub fn count<'a, E>(size: &mut Outcome<'a, usize>, element: Outcome<'a, E>) {
    if let Ok(count) = size {
        match element {
            Ok(_) => *count = count.saturating_add(1),
            Err(error) => *size = Err(error),
        }
    }
}
