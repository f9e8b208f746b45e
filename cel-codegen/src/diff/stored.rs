//! What happens to a stored object that the new version would refuse.
//!
//! In an update, a server forgives old errors in a value that has not changed (`docs/updates.md`). Two kinds of
//! updates are tried: one that only sets a label, and some that change something else.

use super::{
    budget::{Room, Sides},
    sides::{errors, first_errors},
};
use crate::objects::Answer;
use crate::witness::{At, Space, apply, is_inside};
use cel_compiler::crd::{
    document::{Entry, Node, Position, Value},
    props::SchemaProps,
};

/// An object as the old version stores it, and what happens to it.
#[derive(Debug)]
pub struct Stored {
    /// The object, with the old defaults.
    pub object: Node,
    /// The update that sets a label.
    pub update: Node,
    /// What happens to it.
    pub fate: Fate,
}

/// What happens to a stored object.
#[derive(Debug)]
pub enum Fate {
    /// The update that sets a label is refused.
    Refused {
        /// The server's errors.
        errors: Vec<String>,
    },
    /// The object is valid: it has the old defaults, or the rule is a transition rule.
    Valid {
        /// Updates like the witness are refused.
        is_transition: bool,
    },
    /// Updates are accepted if they do not change a part.
    Forgiven {
        /// `spec.ports`
        part: String,
        /// An update that is refused because it changes something else in the part.
        refused: Option<Node>,
    },
    /// Updates are accepted, and the next write drops the value.
    Dropped,
}

/// Finds out what happens to stored objects.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    pub sides: Sides<'q>,
    /// The changed node.
    pub path: &'q [At],
    pub space: &'q Space,
    pub room: Room<'q>,
}

impl Question<'_> {
    /// `before` is the old object if the witness is an update.
    pub(super) fn answer(self, object: &Node, before: Option<&Node>) -> Stored {
        let object = self.sides.from.judge(before.unwrap_or(object), None).object;
        let update = with_label(&object);
        let fate = self.fate(&object, &update, before.is_some());
        Stored { object, update, fate }
    }

    fn fate(self, object: &Node, update: &Node, is_transition: bool) -> Fate {
        let answer = self.sides.to.judge(update, Some(object));
        if !answer.is_accepted(false) {
            return Fate::Refused { errors: first_errors(&errors(&answer)) };
        }
        if !answer.unknown.is_empty() {
            return Fate::Dropped;
        }
        let answer = self.sides.to.judge(object, None);
        if is_transition || answer.is_accepted(true) {
            return Fate::Valid { is_transition };
        }
        let part = self.part(&answer);
        let moves = self.space.moves(object);
        let inside = moves
            .iter()
            .filter(|step| step.names().count() > part.len() && is_inside(step, &part))
            .take(MOST_UPDATES);
        let updates = inside.filter_map(|step| apply(object, step)).take_while(|_| self.room.is_left());
        // Leaves out updates that make the object valid.
        let is_still_wrong = |update: &Node| {
            self.sides.from.judge(update, None).is_accepted(true)
                && !self.sides.to.judge(update, None).is_accepted(true)
        };
        let mut updates = updates.filter(is_still_wrong);
        let refused = updates.find(|update| !self.sides.to.judge(update, Some(object)).is_accepted(false));
        Fate::Forgiven { part: text(&part), refused }
    }

    /// The part that must not change: the node with the error, or the first list around it whose items have no keys.
    fn part(&self, answer: &Answer) -> Vec<At> {
        let mut schema: Option<&SchemaProps> = Some(self.sides.to.resource().schema());
        let mut part = Vec::new();
        for step in self.path {
            let has_keys = schema.is_none_or(|schema| {
                schema.item_schema().is_none() || schema.list_type.as_deref() == Some("map")
            });
            if *step == At::Element && !has_keys {
                break;
            }
            schema = match step {
                At::Field(name) => schema.and_then(|schema| schema.property(name)),
                At::Element => {
                    schema.and_then(|schema| schema.item_schema().or_else(|| schema.value_schema()))
                }
            };
            part.push(step.clone());
        }
        // A change of one node may cause an error at a node around it.
        let is_error = |length: &usize| {
            let around = part.get(..*length).map(text).unwrap_or_default();
            answer.errors.iter().any(|error| error.field == around)
        };
        let length = (1..part.len()).find(is_error);
        part.truncate(length.unwrap_or(part.len()));
        part
    }
}

/// A path as text: `spec.ports[].name`
pub(super) fn text(path: &[At]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            At::Field(name) if text.is_empty() => text += name,
            At::Field(name) => text.extend([".", name]),
            At::Element => text += "[]",
        }
    }
    text
}

fn with_label(object: &Node) -> Node {
    let at = Position::default();
    let entry = |key: &str, value: Value| Entry { key: key.into(), at, value: Node { value, at } };
    let labels =
        entry("labels", Value::object(vec![entry("example.dev/changed", Value::String("yes".into()))]));
    let entries = object.entries().iter().map(|entry| {
        if &*entry.key != "metadata" {
            return entry.clone();
        }
        let metadata = entry.value.entries().iter().cloned().chain([labels.clone()]).collect();
        Entry { value: Node { value: Value::object(metadata), at }, ..entry.clone() }
    });
    Node { value: Value::object(entries.collect()), at }
}

const MOST_UPDATES: usize = 200;
