//! The memory for the values that rules build.

mod apart;
mod decoded;
mod spare;

pub use self::apart::Apart;

use self::decoded::Decoded;
use crate::{eval_error::Interruption, json::memory::heap_size, work};
use bumpalo::Bump;
use serde_json::Value as Tree;
use std::{
    cell::{Cell, OnceCell},
    convert::Infallible,
    fmt,
    ops::Deref,
};

/// Memory for the strings, bytes and lists that rules build. It is empty, and costs nothing, until something is built.
///
/// A limit does not stop the building of a value. The test of the cost notices that the arena has passed its limit. Code that builds
/// a large value asks [`admits`](Arena::admits) first.
#[derive(Default)]
pub struct Arena {
    /// Nothing until something is built.
    bump: OnceCell<Bump>,
    /// Most bytes that it may take from the allocator; `None` means no limit.
    limit: Option<usize>,
    /// A value was refused because it would have passed the limit.
    has_refused: Cell<bool>,
    /// The bytes that were allocated at the last question, and the largest chunk among them. The next chunk is twice as large.
    taken: Cell<[usize; 2]>,
    aside: OnceCell<Box<Aside>>,
}

/// Parts of an arena that few evaluations need.
#[derive(Default)]
struct Aside {
    /// Memory for the next [`Apart`].
    spare: Cell<Bump>,
    decoded: Decoded<Box<[u8]>>,
    parsed: Decoded<Tree>,
}

impl Arena {
    /// An arena without a limit.
    #[inline]
    pub fn new() -> Self {
        Arena::default()
    }

    /// An arena that takes at most `limit` bytes from the allocator, and what is built between two tests.
    #[inline]
    pub fn with_limit(limit: usize) -> Self {
        let mut arena = Arena::default();
        arena.limit = Some(limit);
        arena
    }

    /// An arena that begins with memory of another one.
    fn within(bump: Bump, limit: Option<usize>) -> Self {
        let mut arena = Arena::default();
        (arena.bump, arena.limit) = (OnceCell::from(bump), limit);
        arena
    }

    /// True if a value of so many bytes may be built. If not, the caller may give any other value as its result: the evaluation
    /// fails at the next test of the cost, or at its end.
    pub fn admits(&self, bytes: usize) -> bool {
        let Some(limit) = self.limit else { return true };
        let is_admitted = self.chunk_capacity() >= bytes
            || self.allocated_bytes().saturating_add(self.next_chunk(bytes)) <= limit;
        if !is_admitted {
            self.refuse();
        }
        is_admitted
    }

    /// Records that a value was refused.
    fn refuse(&self) {
        self.has_refused.set(true);
        self.alloc(0_u8); // an arena that is not empty is cleared later
    }

    /// Bytes of its chunks.
    #[inline]
    fn in_chunks(&self) -> usize {
        self.bump.get().map_or(0, Bump::allocated_bytes)
    }

    fn aside(&self) -> &Aside {
        self.aside.get_or_init(Box::default)
    }

    /// Bytes that it has taken from the allocator.
    #[inline]
    pub fn allocated_bytes(&self) -> usize {
        let size = |aside: &Aside| aside.decoded.size().saturating_add(aside.parsed.size());
        let aside = self.aside.get().map_or(0, |aside| size(aside));
        self.in_chunks().saturating_add(aside)
    }

    /// The decoded form of a text. It is decoded at the first call. The text must not move.
    pub(crate) fn decoded<'a, E>(
        &'a self,
        text: &'a str,
        decode: impl FnOnce(&str) -> Result<Vec<u8>, E>,
    ) -> Result<&'a [u8], E> {
        let decode = |text: &str| {
            decode(text)
                .map(|bytes| (bytes.len(), bytes.into_boxed_slice()))
                .map(|(size, bytes)| (bytes, size))
        };
        self.used_aside().decoded.get(text, decode).map(|bytes| &**bytes)
    }

    /// The JSON value in a text. It is parsed at the first call. The text must not move.
    pub(crate) fn parsed<'a>(&'a self, text: &'a str) -> &'a Tree {
        let parse = |text: &str| {
            let is_admitted = work::admits(text.len()) && self.admits(text.len());
            let json = if is_admitted { serde_json::from_str(text).unwrap_or_default() } else { Tree::Null };
            let size = heap_size(&json);
            Ok::<_, Infallible>((json, size))
        };
        let Ok(json) = self.used_aside().parsed.get(text, parse);
        json
    }

    /// The part with the decoded texts. Marks the arena as used, so that it is cleared later.
    fn used_aside(&self) -> &Aside {
        if !self.is_used() {
            self.alloc(0_u8);
        }
        self.aside()
    }

    /// The same for a list or a text with so many parts of a size.
    pub fn admits_parts(&self, parts: usize, size: usize) -> bool {
        self.admits(parts.saturating_mul(size.max(1)))
    }

    /// Bytes that the arena takes from the allocator for so many bytes, if its chunk has no room for them.
    fn next_chunk(&self, bytes: usize) -> usize {
        let [known, mut last] = self.taken.get();
        let taken = self.in_chunks();
        if taken != known {
            last = taken.saturating_sub(known);
            self.taken.set([taken, last]);
        }
        last.saturating_mul(2).max(bytes)
    }

    /// The reason to stop, if the arena is over its limit or will be at the next test.
    pub(crate) fn interruption_ahead(&self) -> Option<Interruption> {
        if let Some(limit) = self.limit
            && (self.allocated_bytes() > limit || !self.admits(BETWEEN_TESTS.min(limit / 8)))
        {
            return Some(Interruption::Memory(limit));
        }
        self.interruption()
    }

    /// True if there is something to [`clear`](Arena::clear).
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        self.in_chunks() > 0
    }

    /// The reason to stop, if a value was refused or a comparison was cut short.
    pub fn interruption(&self) -> Option<Interruption> {
        let memory = self.limit.filter(|_| self.has_refused.get()).map(Interruption::Memory);
        if work::is_over() { Some(Interruption::Work) } else { memory }
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        // A chunk above the limit is dropped, so that the next evaluation has the whole limit again.
        if self.limit.is_some_and(|limit| self.allocated_bytes() > limit) {
            self.bump = OnceCell::new();
        } else if let Some(bump) = self.bump.get_mut() {
            bump.reset();
        }
        if let Some(aside) = self.aside.get_mut() {
            aside.decoded = Decoded::default();
            aside.parsed = Decoded::default();
        }
        self.taken.set([0; 2]);
        self.has_refused.set(false);
    }
}

impl Deref for Arena {
    type Target = Bump;

    #[inline]
    fn deref(&self) -> &Bump {
        self.bump.get_or_init(spare::take)
    }
}

impl Drop for Arena {
    #[inline]
    fn drop(&mut self) {
        if let Some(bump) = self.bump.take() {
            spare::keep(bump);
        }
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena")
            .field("allocated", &self.allocated_bytes())
            .field("limit", &self.limit)
            .finish()
    }
}

/// About as many bytes as are built between two tests of the memory. Values that ask first are not counted.
const BETWEEN_TESTS: usize = 64 << 10;
