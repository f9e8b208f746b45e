//! What becomes of an object that is stored and that a new version would refuse.
//!
//! A server forgives in an update what was wrong before, where the value has not changed (`docs/updates.md`). Here two kinds of updates
//! are judged: one that sets only a label, and some that change something else.

use super::{search::Sides, sides::errors};
use crate::witness::{At, Move, Space, apply};
use cel_compiler::crd::{
    document::{Entry, Node, Position, Value},
    props::SchemaProps,
};

/// What becomes of it.
#[derive(Debug)]
pub enum Stored {
    /// The update that sets a label is refused.
    Refused {
        /// What the server says of it.
        errors: Vec<String>,
    },
    /// Only updates that break the rule are refused, and the object does not.
    Untouched,
    /// Updates are accepted that leave a part as it is.
    Forgiven {
        /// `spec.ports`
        part: String,
        /// An update that is refused since it changes something else in the part.
        refused: Option<Node>,
    },
    /// Updates are accepted, and the next write drops the value.
    Dropped,
}

/// Asks what becomes of objects.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    pub sides: Sides<'q>,
    /// The changed node.
    pub path: &'q [At],
    pub space: &'q Space,
}

impl Question<'_> {
    /// `before` is there if the witness is an update.
    pub fn answer(self, object: &Node, before: Option<&Node>) -> Stored {
        let stored = before.unwrap_or(object);
        let labelled = with_label(stored);
        let answer = self.sides.to.judge(&labelled, Some(stored));
        if !answer.is_accepted(false) {
            return Stored::Refused { errors: errors(&answer) };
        }
        if before.is_some() {
            return Stored::Untouched;
        }
        if !answer.unknown.is_empty() {
            return Stored::Dropped;
        }
        let part = self.part();
        let moves = self.space.moves(object);
        let inside = moves.iter().filter(|step| is_inside(step, &part)).take(MOST_UPDATES);
        let updates = inside.filter_map(|step| apply(object, step));
        // The value itself may be mended.
        let is_still_wrong = |update: &Node| {
            self.sides.from.judge(update, None).is_accepted(true) && !self.sides.to.judge(update, None).is_accepted(true)
        };
        let refused = updates.filter(is_still_wrong).find(|update| {
            let answer = self.sides.to.judge(update, Some(object));
            !answer.is_accepted(false)
        });
        Stored::Forgiven { part: text(&part), refused }
    }

    /// The part that must not change: the node, or the first list around it whose items have no keys.
    fn part(&self) -> Vec<At> {
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
                At::Element => schema.and_then(|schema| schema.item_schema().or_else(|| schema.value_schema())),
            };
            part.push(step.clone());
        }
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

fn is_inside(step: &Move, part: &[At]) -> bool {
    let names: Vec<Option<&str>> = step.names().collect();
    names.len() > part.len()
        && part.iter().zip(names).all(|(at, name)| match at {
            At::Field(field) => name == Some(field),
            At::Element => true,
        })
}

fn with_label(object: &Node) -> Node {
    let at = Position::default();
    let entry = |key: &str, value: Value| Entry { key: key.into(), at, value: Node { value, at } };
    let labels = entry("labels", Value::object(vec![entry("example.dev/changed", Value::String("yes".into()))]));
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
