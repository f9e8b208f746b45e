//! Where the keys of an object stand in a file.

use super::document::{Node, Position};
use std::sync::Arc;

/// The places of an object's keys and of their values. They are no part of what the object says: all are equal.
#[derive(Clone, Debug, Default)]
pub struct Keys(Box<[Place]>);

#[derive(Clone, Debug)]
struct Place {
    key: Arc<str>,
    at: Position,
    value_at: Position,
}

impl Keys {
    /// The keys of an object.
    pub(super) fn of(node: &Node) -> Self {
        let place = |entry: &super::document::Entry| Place {
            key: entry.key.clone(),
            at: entry.at,
            value_at: entry.value.at,
        };
        Keys(node.entries().iter().map(place).collect())
    }

    /// Where a key stands.
    #[must_use]
    pub fn at(&self, key: &str) -> Option<Position> {
        self.find(key).map(|place| place.at)
    }

    /// Where the value of a key begins.
    #[must_use]
    pub fn value_at(&self, key: &str) -> Option<Position> {
        self.find(key).map(|place| place.value_at)
    }

    fn find(&self, key: &str) -> Option<&Place> {
        self.0.iter().find(|place| *place.key == *key)
    }
}

impl PartialEq for Keys {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
