//! Maps that macros build.

use super::{CelMap, Key, Map, key::Ordered};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{address::placed, ops::Outcome},
};
use std::collections::BTreeMap;

/// Collects the results of `transformMap` and `transformMapEntry`.
pub struct Builder<K, V> {
    entries: BTreeMap<Ordered<K>, V>,
}

impl<'a, K: Key<'a> + 'a, V: Copy + 'a> Builder<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Builder { entries: BTreeMap::new() }
    }

    /// Returns the old value of the key. Of equal keys, such as 0.0 and -0.0, the last one stays.
    pub(super) fn insert(&mut self, key: K, value: V) -> Option<V> {
        let before = self.entries.insert(Ordered(key), value);
        if before.is_some() {
            self.entries.remove(&Ordered(key));
            self.entries.insert(Ordered(key), value);
        }
        before
    }

    pub(super) fn remove(&mut self, key: K) {
        self.entries.remove(&Ordered(key));
    }

    /// Inserts the entry of a macro. A duplicate key is an error, even as a number of another type.
    fn insert_new(&mut self, arena: &'a Arena, key: K, value: V) -> Outcome<'a, ()> {
        let mut keys = [Some(key)].into_iter().chain(key.twins()).flatten();
        if keys.any(|key| self.entries.contains_key(&Ordered(key))) {
            let text = bumpalo::format!(in arena, "insert failed: key {} already exists", key.text());
            return Err(EvalError::Text(text.into_bump_str()));
        }
        self.entries.insert(Ordered(key), value);
        Ok(())
    }

    /// The collected map.
    pub fn finish(self, arena: &'a Arena) -> Map<'a, K, V> {
        let entries: Vec<(K, V)> = self.entries.into_iter().map(|(key, value)| (key.0, value)).collect();
        Map::Entries(placed(arena, &entries))
    }
}

impl<'a, K: Key<'a> + 'a, V: Copy + 'a> Default for Builder<K, V> {
    fn default() -> Self {
        Builder::new()
    }
}

/// A round of `transformMap`. The first error stays.
pub fn insert<'a, K: Key<'a> + 'a, V: Copy + 'a>(
    arena: &'a Arena,
    map: &mut Outcome<'a, Builder<K, V>>,
    key: K,
    value: Outcome<'a, V>,
) {
    insert_each(arena, map, value.map(|value| [(key, value)]));
}

/// A round of `transformMapEntry`.
pub fn insert_all<'a, M>(
    arena: &'a Arena,
    map: &mut Outcome<'a, Builder<M::Key, M::Value>>,
    entries: Outcome<'a, M>,
) where
    M: CelMap<'a, Key: Key<'a>>,
{
    // Some maps copy their entries, which would be useless after an error.
    if map.is_ok() {
        insert_each(arena, map, entries.map(CelMap::entries));
    }
}

fn insert_each<'a, K: Key<'a> + 'a, V: Copy + 'a>(
    arena: &'a Arena,
    map: &mut Outcome<'a, Builder<K, V>>,
    entries: Outcome<'a, impl IntoIterator<Item = (K, V)>>,
) {
    let Ok(builder) = map else { return };
    let inserted = entries.and_then(|entries| {
        entries.into_iter().try_for_each(|(key, value)| builder.insert_new(arena, key, value))
    });
    if let Err(error) = inserted {
        *map = Err(error);
    }
}
