//! Where the elements of a list are, found by a hash of what they are compared by.
//!
//! The hash has a key that nobody knows, so that nobody can send elements which differ and have the same.

use crate::keyed_hash::{KeyedHasher, Secret};
use std::hash::{BuildHasher, Hasher};

/// The places of a list, in the order of their hashes; 16 bytes for each.
#[derive(Default)]
pub(crate) struct Places {
    secret: Secret,
    sorted: Vec<(u64, usize)>,
}

impl Places {
    /// Those of a list; `write` gives a hasher what an element is compared by. What equals nothing is not found: `write` says
    /// `false` of it.
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

    /// The places of elements that may be equal to another one. `write` hashes that one.
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

/// Which places of a list were found: Go counts the keys that it has seen.
pub(crate) struct Seen {
    places: Vec<bool>,
    count: usize,
}

impl Seen {
    /// None so far, of a list of this length.
    pub(crate) fn new(length: usize) -> Self {
        Seen { places: vec![false; length], count: 0 }
    }

    /// A place that was found.
    pub(crate) fn add(&mut self, place: usize) {
        if let Some(seen) = self.places.get_mut(place) {
            self.count = self.count.saturating_add(usize::from(!*seen));
            *seen = true;
        }
    }

    /// Whether those are all. Of elements that are the same one is found, the last: then `last` says where it is.
    pub(crate) fn is_all(&self, last: impl Fn(usize) -> Option<usize>) -> bool {
        self.count == self.places.len()
            || self
                .places
                .iter()
                .enumerate()
                .all(|(place, seen)| *seen || last(place).is_some_and(|last| last != place))
    }
}
