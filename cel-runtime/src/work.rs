//! Limits the work of a walk that its cost does not show.

use crate::short;
use serde_json::Value as Tree;
use std::cell::Cell;

/// How many steps a walk may take that the server does not charge, for all rules together. Such steps are elements and entries that are
/// compared or flattened, and free rounds of loops. The limit takes about two seconds; the server takes a minute for as many. Only values
/// that hold others many times (`[x, x]` with `x = [y, y]`) and nested loops (`list.map(x, list.exists_one(y, false))`) reach it.
pub(crate) const STEPS: u64 = 500_000_000;

/// A guard of a walk: dropping it ends the walk. A walk inside another one is part of it.
#[derive(Debug)]
pub struct Walk {
    /// The number in [`Work::walk`] before this walk.
    before: u32,
}

impl Walk {
    /// Begins a walk if none has begun.
    #[inline]
    pub fn begin() -> Self {
        Walk::with_steps(STEPS)
    }

    /// The same with another limit for steps without charge.
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

/// A number that no other walk of the thread has.
#[cfg(feature = "regex")]
pub(crate) fn number() -> u32 {
    WORK.with(|work| work.walk.get())
}

/// Takes so many steps, one for each part of a list. If it returns false, the caller may give any value as its result: the evaluation
/// fails at the next test of the cost, or at its end.
#[inline]
pub(crate) fn admits(steps: usize) -> bool {
    WORK.with(|work| {
        let left = work.left.get().checked_sub(u64::try_from(steps).unwrap_or(u64::MAX));
        work.left.set(left.unwrap_or(0));
        left.is_some()
    })
}

/// The same if each part takes several steps.
#[inline]
pub(crate) fn admits_parts(parts: usize, steps: Steps) -> bool {
    admits(parts.saturating_mul(steps as usize))
}

/// The work for one part, in steps of at most four nanoseconds.
#[derive(Clone, Copy)]
pub(crate) enum Steps {
    /// Compares two elements that lie next to each other in memory.
    Element = 3,
    /// The same for elements that lie anywhere, or whose type is known only at run time.
    Loose = 4,
    /// Compares two entries that walks through both maps have reached.
    Entry = 16,
    /// Looks up the value of a key.
    Lookup = 32,
}

/// `left == right` for texts or bytes. Long ones take steps: when a list or map is compared, the server charges the number of its texts,
/// not their lengths.
#[inline]
pub(crate) fn are_same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len()
        && if left.len() < LONG { short::are_same(left, right) } else { are_same_at_length(left, right) }
}

/// Texts that differ in their first or last bytes take no steps: most texts of one length do, such as paths and numbered names.
#[cold]
#[inline(never)]
fn are_same_at_length(left: &[u8], right: &[u8]) -> bool {
    left.first_chunk::<ENDS>() == right.first_chunk::<ENDS>()
        && left.last_chunk::<ENDS>() == right.last_chunk::<ENDS>()
        && admits(left.len() / COMPARED_IN_A_STEP)
        && left == right
}

/// Takes the steps to hash a text, or to look it up among keys.
#[inline]
pub(crate) fn admits_key(text: &[u8]) -> bool {
    text.len() < LONG || admits(text.len() / HASHED_IN_A_STEP)
}

/// Takes the steps to count the code points of a text: `size(text)` costs one unit however long the text is.
#[inline]
pub(crate) fn admits_counted(text: &str) -> bool {
    text.len() < LONG || admits_long(text.len() / COUNTED_IN_A_STEP)
}

/// Takes the steps to read a text from its beginning to its end: so do `int(text)`, `isURL(text)` and `text.charAt(i)`, which cost
/// one unit.
#[inline]
pub(crate) fn admits_parsed(text: &str) -> bool {
    text.len() < LONG || admits_long(text.len().saturating_mul(PARSED_BYTE))
}

#[cold]
#[inline(never)]
fn admits_long(steps: usize) -> bool {
    admits(steps)
}

/// Shorter texts take no steps of their own; the steps for the parts are enough.
const LONG: usize = 256;
/// Bytes at the ends of a text that are compared without a call.
const ENDS: usize = 16;
/// Bytes of two texts anywhere in memory that one step compares.
const COMPARED_IN_A_STEP: usize = 16;
const HASHED_IN_A_STEP: usize = 4;
const COUNTED_IN_A_STEP: usize = 64;
/// Steps to read one byte of a text.
const PARSED_BYTE: usize = 2;

/// Takes the steps to write a value as JSON and to read it again for a rule.
pub(crate) fn admits_written(json: &Tree) -> bool {
    admits(weight(json).saturating_mul(AGAIN))
}

/// Steps to write a value, read it by its schema and drop it, for each step to write it.
const AGAIN: usize = 8;

/// Steps to write a value: about one for each byte.
pub(crate) fn weight(json: &Tree) -> usize {
    const NODE: usize = 16;
    let parts = match json {
        Tree::Array(list) => list.iter().map(weight).fold(0, usize::saturating_add),
        Tree::Object(map) => {
            let entries = map.iter().map(|(name, value)| weight(value).saturating_add(name.len()));
            entries.fold(0, usize::saturating_add)
        }
        Tree::String(text) => text.len(),
        Tree::Null | Tree::Bool(_) | Tree::Number(_) => 0,
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

/// The state of the walk on this thread.
struct Work {
    /// Odd while there is a walk.
    walk: Cell<u32>,
    /// How many steps may still be taken. It has no meaning outside of a walk.
    left: Cell<u64>,
}

thread_local! {
    static WORK: Work = const { Work { walk: Cell::new(0), left: Cell::new(u64::MAX) } };
}
