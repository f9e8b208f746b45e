//! Work of a walk through an object that its cost does not show has a limit.

use serde_json::Value as Json;
use std::cell::Cell;

/// How many steps a walk may take that the server does not charge, all rules together: elements and entries that are compared or
/// flattened, and rounds of loops that are free. That is about two seconds; the server takes a minute for it. Only values that
/// hold others many times come so far, as `[x, x]` where `x` is `[y, y]`, and loops in loops, as `list.map(x, list.exists_one(y, false))`.
pub(crate) const STEPS: u64 = 500_000_000;

/// A walk, as long as it lasts. A walk in a walk is part of it.
#[derive(Debug)]
pub struct Walk {
    /// The number of [`Work::walk`] at the last look.
    before: u32,
}

impl Walk {
    /// Begins a walk, unless one has begun.
    #[inline]
    pub fn begin() -> Self {
        Walk::with_steps(STEPS)
    }

    /// The same with another limit on the steps that are not charged.
    #[inline]
    pub fn with_steps(steps: u64) -> Self {
        WORK.with(|work| {
            let before = work.walk.get();
            if before & 1 == 0 {
                work.walk.set(before.wrapping_add(1));
                work.left.set(steps);
            }
            Walk { before }
        })
    }
}

impl Drop for Walk {
    #[inline]
    fn drop(&mut self) {
        if self.before & 1 == 0 {
            WORK.with(|work| {
                work.walk.set(work.walk.get().wrapping_add(1));
                work.left.set(u64::MAX);
            });
        }
    }
}

/// A number that no other walk on the thread has.
#[cfg(feature = "regex")]
pub(crate) fn number() -> u32 {
    WORK.with(|work| work.walk.get())
}

/// Whether so many steps may be taken, one for each part of a list. Where they may not, any value can be given in place of what they would
/// give: the evaluation fails where the cost is tested next, or at its end.
#[inline]
pub(crate) fn admits(steps: usize) -> bool {
    WORK.with(|work| {
        let left = work.left.get().checked_sub(u64::try_from(steps).unwrap_or(u64::MAX));
        work.left.set(left.unwrap_or(0));
        left.is_some()
    })
}

/// The same for parts that take some steps each.
#[inline]
pub(crate) fn admits_parts(parts: usize, steps: Steps) -> bool {
    admits(parts.saturating_mul(steps as usize))
}

/// The work done with one part, in steps of at most four nanoseconds.
#[derive(Clone, Copy)]
pub(crate) enum Steps {
    /// Two elements that are next to each other in memory are compared.
    Element = 3,
    /// The same for elements that lie anywhere, or whose type only run time shows.
    Loose = 4,
    /// Two entries are compared, both where a walk through their maps comes to.
    Entry = 16,
    /// The value of a key is searched.
    Lookup = 32,
}

/// `left == right` of texts or bytes. Long ones take steps: for a list or map that is compared the server charges their number, not their
/// lengths.
#[inline]
pub(crate) fn are_same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len()
        && if left.len() < LONG { left == right } else { are_same_at_length(left, right) }
}

/// Texts that differ at their begin take no longer than short ones.
#[cold]
#[inline(never)]
fn are_same_at_length(left: &[u8], right: &[u8]) -> bool {
    match (left.split_at_checked(LONG), right.split_at_checked(LONG)) {
        (Some((begin, rest)), Some((other_begin, other_rest))) => {
            begin == other_begin && admits(left.len() / COMPARED_IN_A_STEP) && rest == other_rest
        }
        _ => left == right,
    }
}

/// Whether a text may be hashed, or searched among keys.
#[inline]
pub(crate) fn admits_key(text: &[u8]) -> bool {
    text.len() < LONG || admits(text.len() / HASHED_IN_A_STEP)
}

/// The steps of the parts are enough for shorter texts.
const LONG: usize = 256;
/// Bytes of two texts that lie anywhere in memory.
const COMPARED_IN_A_STEP: usize = 16;
const HASHED_IN_A_STEP: usize = 4;

/// The same for a value that is written as JSON and read again, where a rule looks at it.
pub(crate) fn admits_written(json: &Json) -> bool {
    admits(weight(json).saturating_mul(AGAIN))
}

/// A value that is written, read by its schema and dropped takes so many times the steps of one that is only written.
const AGAIN: usize = 8;

/// Steps that it takes to write a value: about one for a byte.
pub(crate) fn weight(json: &Json) -> usize {
    const NODE: usize = 16;
    let parts = match json {
        Json::Array(list) => list.iter().map(weight).fold(0, usize::saturating_add),
        Json::Object(map) => {
            let entries = map.iter().map(|(name, value)| weight(value).saturating_add(name.len()));
            entries.fold(0, usize::saturating_add)
        }
        Json::String(text) => text.len(),
        Json::Null | Json::Bool(_) | Json::Number(_) => 0,
    };
    parts.saturating_add(NODE)
}

/// How many steps may still be taken: none if the walk is over.
#[inline]
pub(crate) fn left() -> u64 {
    WORK.with(|work| work.left.get())
}

/// Takes back the steps of a walk that is repeated; so many were left before it.
#[cold]
pub(crate) fn take_back(left: u64) {
    WORK.with(|work| {
        work.walk.set(work.walk.get().wrapping_add(2));
        work.left.set(left);
    });
}

/// Whether steps were not taken.
#[inline]
pub(crate) fn is_over() -> bool {
    left() == 0
}

/// The walk of a thread.
struct Work {
    /// Odd while there is a walk.
    walk: Cell<u32>,
    /// How many steps may still be taken; outside of a walk that does not matter.
    left: Cell<u64>,
}

thread_local! {
    static WORK: Work = const { Work { walk: Cell::new(0), left: Cell::new(u64::MAX) } };
}
