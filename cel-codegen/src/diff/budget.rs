//! The direction of a search, its two sides, and the work that it may do.

use super::sides::Judge;
use crate::witness::Work;

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
    pub(super) limit: u64,
    /// The work that was done so far.
    pub(super) work: Work,
    /// Number of objects that are tried for the changes of one node.
    pub(super) objects: usize,
}

impl Budget {
    /// The work that is left.
    pub(super) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.work.done())
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget { limit: WORK, work: Work::default(), objects: OBJECTS }
    }
}

const WORK: u64 = 1_500_000;
const OBJECTS: usize = 2_000;
