//! An index of a list's elements by a hash of the compared parts.
//!
//! The hash has a secret key, so nobody can send different elements with the same hash.

use crate::keyed_hash::{KeyedHasher, Secret};
use std::hash::{BuildHasher, Hasher};

/// The indexes of a list's elements in the order of their hashes. Each takes 16 bytes.
#[derive(Default)]
pub(crate) struct Places {
    secret: Secret,
    sorted: Vec<(u64, usize)>,
}

impl Places {
    /// Indexes a list. `write` hashes the compared parts of an element. It returns `false` for an element that equals nothing; such an
    /// element is not found.
    #[inline]
    pub(crate) fn new<E>(
        length: usize,
        elements: impl Iterator<Item = E>,
        write: impl Fn(E, &mut KeyedHasher) -> bool,
    ) -> Self {
        let secret = Secret::default();
        let mut sorted = Vec::with_capacity(length);
        for (place, element) in elements.enumerate() {
            let mut hasher = secret.build_hasher();
            if write(element, &mut hasher) {
                sorted.push((hasher.finish(), place));
            }
        }
        sorted.sort_unstable();
        Places { secret, sorted }
    }

    /// The indexes of elements that may be equal to another one. `write` hashes the other one.
    pub(crate) fn alike(
        &self,
        write: impl FnOnce(&mut KeyedHasher) -> bool,
    ) -> impl DoubleEndedIterator<Item = usize> {
        let mut hasher = self.secret.build_hasher();
        let hash = write(&mut hasher).then(|| hasher.finish());
        let range = hash.and_then(|hash| {
            let start = self.sorted.partition_point(|(known, _)| *known < hash);
            let length = self.sorted.get(start..)?.partition_point(|(known, _)| *known == hash);
            self.sorted.get(start..)?.get(..length)
        });
        range.into_iter().flatten().map(|(_, place)| *place)
    }
}

/// Records the elements that were found. Go counts the keys that it has seen.
pub(crate) struct Seen {
    places: Vec<bool>,
    count: usize,
}

impl Seen {
    /// For a list of this length. Nothing was found yet.
    #[inline]
    pub(crate) fn new(length: usize) -> Self {
        Seen { places: vec![false; length], count: 0 }
    }

    /// Records a found element.
    #[inline]
    pub(crate) fn add(&mut self, place: usize) {
        if let Some(seen) = self.places.get_mut(place) {
            self.count = self.count.saturating_add(usize::from(!*seen));
            *seen = true;
        }
    }

    /// True if all elements were found. Of equal elements only the last one is found; `last` gives its index.
    pub(crate) fn is_all(&self, last: impl Fn(usize) -> Option<usize>) -> bool {
        self.count == self.places.len()
            || self
                .places
                .iter()
                .enumerate()
                .all(|(place, seen)| *seen || last(place).is_some_and(|last| last != place))
    }
}
