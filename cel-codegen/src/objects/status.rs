//! Writes of the status through its own endpoint (k8s: `customresource/status_strategy.go`).

use super::{
    correlation::Pair,
    scale::{self, Side},
};
use crate::defaults::values::{self, Matches};
use cel_compiler::{
    crd::{
        check::{FieldError, Room},
        document::{Entry, Node, Value},
        props::SchemaProps,
    },
    library::KubernetesVersion,
};
use std::rc::Rc;

/// An object with the status of another one.
pub(super) fn with_status_of(object: &Node, other: Option<&Node>) -> Node {
    let is_status = |entry: &&Entry| &*entry.key == "status";
    let mut entries: Vec<Entry> =
        object.entries().iter().filter(|entry| !is_status(entry)).cloned().collect();
    entries.extend(other.map(Node::entries).unwrap_or_default().iter().find(is_status).cloned());
    Node { value: Value::object(entries), at: object.at }
}

/// An object without its status, as a client may create it.
pub(crate) fn without_status(object: &Node) -> Node {
    with_status_of(object, None)
}

/// Errors of a new status against its schema. The server checks nothing else then.
pub(super) fn errors(
    object: &Node,
    schema: &SchemaProps,
    scale: Option<&Node>,
    pair: Option<Pair<'_>>,
    version: KubernetesVersion,
    matches: Rc<Matches>,
) -> (Vec<FieldError>, Room) {
    let (mut errors, room) = match object.field("status").zip(schema.property("status")) {
        Some((status, schema)) => values::errors(
            status,
            schema,
            "status",
            pair.and_then(|pair| pair.key("status")),
            version,
            matches,
        ),
        None => Default::default(),
    };
    errors.extend(scale::errors(object, scale, Side::Status));
    (errors, room)
}
