//! Items found by their keys: each key is hashed once, and none is kept.

use crate::keyed_hash::Secret;
use std::hash::{BuildHasher, Hash};

/// Where the items with a key are. It needs eight bytes for each item; whoever asks has the keys.
pub(crate) struct KeyIndex {
    secret: Secret,
    /// The hash of each key and the item's place, in this order: of several with the same key the first comes first.
    slots: Vec<(u32, u32)>,
}

impl KeyIndex {
    /// `keys` has the key of each of `count` items, if it has one.
    pub(crate) fn new<K: Hash>(count: usize, keys: impl Iterator<Item = Option<K>>) -> Self {
        KeyIndex::of_places(count, (0..u32::MAX).zip(keys))
    }

    /// The same with the places of the items, each behind the one before.
    pub(crate) fn of_places<K: Hash>(count: usize, items: impl Iterator<Item = (u32, Option<K>)>) -> Self {
        let secret = Secret::default();
        let mut slots = Vec::with_capacity(count);
        slots.extend(items.filter_map(|(place, key)| Some((hash(&secret, &key?), place))));
        slots.sort_unstable();
        KeyIndex { secret, slots }
    }

    /// Whether no two items have the same key, as far as their hashes show it.
    pub(crate) fn are_distinct(&self) -> bool {
        self.slots.is_sorted_by(|(one, _), (next, _)| one < next)
    }

    /// The position of the first item with a key; `has_key` says whether the item at a position has it.
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

/// Half of the hash: few keys of one list have it in common.
fn hash<K: Hash>(secret: &Secret, key: &K) -> u32 {
    let whole = secret.hash_one(key);
    u32::try_from(whole >> u32::BITS).unwrap_or(u32::MAX)
}
