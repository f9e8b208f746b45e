//! How loops collect a list.

use super::List;
use crate::generated::address::placed;
use crate::{cost::Arena, generated::ops::Outcome};

/// Collects what `map` and `filter` give.
pub struct Builder<'a, E> {
    arena: &'a Arena,
    elements: Vec<E>,
}

impl<'a, E: Copy + 'a> Builder<'a, E> {
    /// An empty list.
    pub fn new(arena: &'a Arena) -> Self {
        Builder { arena, elements: Vec::new() }
    }

    /// Appends an element.
    #[inline]
    pub fn push(&mut self, element: E) {
        self.elements.push(element);
    }

    /// The list as collected.
    pub fn finish(self) -> List<'a, E> {
        List::Slice(placed(self.arena, &self.elements))
    }
}

/// A round of `map` or `filter`: an error stays, be it of an earlier round.
#[inline]
pub fn push<'a, E: Copy + 'a>(list: &mut Outcome<'a, Builder<'a, E>>, element: Outcome<'a, E>) {
    if let Ok(builder) = list {
        match element {
            Ok(element) => builder.push(element),
            Err(error) => *list = Err(error),
        }
    }
}

/// The same where only the number of elements is asked.
#[inline]
pub fn count<'a, E>(size: &mut Outcome<'a, usize>, element: Outcome<'a, E>) {
    if let Ok(count) = size {
        match element {
            Ok(_) => *count = count.saturating_add(1),
            Err(error) => *size = Err(error),
        }
    }
}
