//! Where the keys of an object stand in a file.

use super::document::{Entry, Node, Position, Value};
use std::sync::Arc;

/// The places of an object's keys and of their values. They are no part of what the object says: all are equal.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    places: Box<[Place]>,
    /// There is another value in place of the object.
    is_no_object: bool,
}

#[derive(Clone, Debug)]
struct Place {
    key: Arc<str>,
    at: Position,
    value_at: Position,
    has_wrong_type: bool,
}

impl Keys {
    /// The keys of an object.
    pub(super) fn of(node: &Node) -> Self {
        let place = |entry: &Entry| Place {
            key: entry.key.clone(),
            at: entry.at,
            value_at: entry.value.at,
            has_wrong_type: false,
        };
        // Null is an object without keys: the server decodes it.
        let is_no_object = !matches!(node.value, Value::Object(_) | Value::Null);
        Keys { places: node.entries().iter().map(place).collect(), is_no_object }
    }

    /// Notes that the value of a key has the wrong type.
    pub(super) fn mark_wrong(&mut self, key: &str) {
        if let Some(place) = self.places.iter_mut().find(|place| *place.key == *key) {
            place.has_wrong_type = true;
        }
    }

    /// True if this value has the wrong type.
    pub(super) fn is_wrong(&self, key: &str) -> bool {
        self.is_no_object || self.find(key).is_some_and(|place| place.has_wrong_type)
    }

    /// True if any value has the wrong type. The object is then read without it.
    pub(super) fn has_wrong(&self) -> bool {
        self.is_no_object || self.places.iter().any(|place| place.has_wrong_type)
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
        self.places.iter().find(|place| *place.key == *key)
    }
}

impl PartialEq for Keys {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
