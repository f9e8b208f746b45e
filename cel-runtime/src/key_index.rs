//! An index of items by their keys. It hashes each key once and stores no key.

use crate::keyed_hash::Secret;
use std::hash::{BuildHasher, Hash};

/// Finds the places of the items that have a key. It takes eight bytes for each item. The caller has the keys.
pub(crate) struct KeyIndex {
    secret: Secret,
    /// The hash of each key and the place of its item, sorted. So the first item with a key comes first.
    slots: Vec<(u32, u32)>,
}

impl KeyIndex {
    /// Makes the index of `count` items. An item may have no key.
    pub(crate) fn new<K: Hash>(count: usize, keys: impl Iterator<Item = Option<K>>) -> Self {
        KeyIndex::of_places(count, (0..u32::MAX).zip(keys))
    }

    /// The same with a place for each item, in ascending order.
    pub(crate) fn of_places<K: Hash>(count: usize, items: impl Iterator<Item = (u32, Option<K>)>) -> Self {
        let secret = Secret::default();
        let mut slots = Vec::with_capacity(count);
        slots.extend(items.filter_map(|(place, key)| Some((hash(&secret, &key?), place))));
        slots.sort_unstable();
        KeyIndex { secret, slots }
    }

    /// True if no two items have keys with the same hash.
    pub(crate) fn are_distinct(&self) -> bool {
        self.slots.is_sorted_by(|(one, _), (next, _)| one < next)
    }

    /// The position of the first item with a key. `has_key` compares the key of the item at a position.
    pub(crate) fn find<K: Hash>(&self, key: &K, mut has_key: impl FnMut(usize) -> bool) -> Option<usize> {
        let position = |place| usize::try_from(place).ok();
        position(self.find_place(key, |place| position(place).is_some_and(&mut has_key))?)
    }

    /// The same for the place of an item.
    pub(crate) fn find_place<K: Hash>(&self, key: &K, mut has_key: impl FnMut(u32) -> bool) -> Option<u32> {
        let hash = hash(&self.secret, key);
        let from = self.slots.partition_point(|(known, _)| *known < hash);
        let mut candidates = self.slots.get(from..)?.iter().take_while(|(known, _)| *known == hash);
        candidates.find(|(_, place)| has_key(*place)).map(|(_, place)| *place)
    }
}

/// Half of the hash; few keys of one list share it.
fn hash<K: Hash>(secret: &Secret, key: &K) -> u32 {
    let whole = secret.hash_one(key);
    u32::try_from(whole >> u32::BITS).unwrap_or(u32::MAX)
}
