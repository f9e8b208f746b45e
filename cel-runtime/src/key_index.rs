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

    /// True if it is known that no two items have the same key. `is_same` compares the keys of the items at two positions. A million keys
    /// have some hundred pairs with the same hash.
    pub(crate) fn are_distinct(&self, is_same: impl Fn(usize, usize) -> bool) -> bool {
        const FEW: usize = 4;
        let position = |place| usize::try_from(place).unwrap_or(usize::MAX);
        let are_different = |run: &[(u32, u32)]| {
            let mut behind = run.iter();
            while let Some((_, place)) = behind.next() {
                if behind.clone().any(|(_, other)| is_same(position(*place), position(*other))) {
                    return false;
                }
            }
            true
        };
        let mut runs = self.slots.chunk_by(|(one, _), (next, _)| one == next);
        runs.all(|run| run.len() == 1 || run.len() <= FEW && are_different(run))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hasher;

    /// A key that has the hash of all others.
    struct Key;

    impl Hash for Key {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn keys_with_one_hash_are_compared() {
        let index = |count| KeyIndex::new(count, (0..count).map(|_| Some(Key)));
        assert!(index(3).are_distinct(|_, _| false));
        assert!(!index(3).are_distinct(|one, other| (one, other) == (0, 2)));
        assert!(!index(5).are_distinct(|_, _| false), "too many to compare all pairs");
        assert!(KeyIndex::new(5, (0..5).map(Some)).are_distinct(|_, _| true));
    }
}
