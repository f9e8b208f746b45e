//! The direction of a search, its two sides, and the work that it may do.

use super::sides::Judge;
use crate::witness::Work;
use std::cell::Cell;

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The old version accepts an object, the new one refuses it.
    Tighter,
    /// The new version accepts an object, the old one refuses it.
    Looser,
}

/// The side that must accept an object (`from`) and the side that must refuse it (`to`).
#[derive(Clone, Copy)]
pub(super) struct Sides<'j> {
    pub from: &'j dyn Judge,
    pub to: &'j dyn Judge,
    pub way: Way,
}

/// The work that all searches of a run may do.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Limit of the work.
    limit: Cell<u64>,
    /// Work that may still be promised to searches beyond the limit.
    promises: Cell<u64>,
    /// The work that was done so far.
    pub(super) work: Work,
    /// Number of objects that are tried for the changes of one node.
    pub(super) objects: usize,
}

impl Budget {
    /// The work that is left.
    pub(super) fn left(&self) -> u64 {
        self.limit.get().saturating_sub(self.work.done())
    }

    /// Raises the limit, so that each of many searches can begin.
    pub(super) fn promise(&self, work: u64) {
        let work = work.min(self.promises.get());
        self.promises.set(self.promises.get() - work);
        self.limit.set(self.limit.get() + work);
    }

    /// Room for some of the work that is left.
    pub(super) fn room(&self, work: u64) -> Room<'_> {
        Room { budget: self, end: self.work.done().saturating_add(work) }
    }
}

#[cfg(test)]
impl Budget {
    /// No work.
    pub(super) fn none() -> Self {
        Budget { limit: Cell::new(0), promises: Cell::new(0), ..Budget::default() }
    }
}

impl Default for Budget {
    fn default() -> Self {
        let (limit, promises) = (Cell::new(WORK), Cell::new(MOST_PROMISES));
        Budget { limit, promises, work: Work::default(), objects: OBJECTS }
    }
}

/// The work that a part of a search may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room<'b> {
    budget: &'b Budget,
    end: u64,
}

impl Room<'_> {
    /// True if the part may go on.
    pub(super) fn is_left(&self) -> bool {
        self.budget.left() > 0 && self.budget.work.done() < self.end
    }
}

const WORK: u64 = 1_500_000;
/// Many changes get this much more.
const MOST_PROMISES: u64 = 6_000_000;
const OBJECTS: usize = 2_000;
