//! How large the values of a schema node can be (k8s: `apiserver/pkg/cel/common`, `SchemaDeclType`).

use super::path::{ITEMS, KEYS, VALUES};
use crate::{
    env::Env,
    schema::{Bound, DeclField, DeclKind, DeclType},
};
use std::{cell::RefCell, collections::HashMap};

/// The sizes of the nodes that the rules of an environment are about.
pub struct Sizes<'e, 's> {
    env: &'e Env<'s>,
    /// What nodes take in JSON; a type that nests itself takes as much as an empty object.
    serialized: RefCell<HashMap<*const DeclType, u64>>,
}

/// What a path leads to.
enum Place<'s> {
    Node(&'s DeclType),
    /// A key of a map: its size counts as 0.
    Key,
}

impl<'e, 's> Sizes<'e, 's> {
    /// The sizes of nodes, with the definitions that the environment knows.
    #[must_use]
    pub fn new(env: &'e Env<'s>) -> Self {
        Sizes { env, serialized: RefCell::default() }
    }

    /// The largest size of what is found from a node along a path; `None` if there is no such node.
    #[must_use]
    pub fn at(&self, root: &'s DeclType, path: &[&str]) -> Option<u64> {
        let root = Some(Place::Node(self.env.resolve(root)?));
        match path.iter().fold(root, |place, step| self.step(place?, step))? {
            Place::Node(node) => Some(self.max_elements(node)),
            Place::Key => Some(0),
        }
    }

    fn step(&self, from: Place<'s>, step: &str) -> Option<Place<'s>> {
        let Place::Node(node) = from else { return None };
        let node = match (&node.kind, step) {
            (DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner }, ITEMS | VALUES) => inner,
            (DeclKind::Map { .. }, KEYS) => return Some(Place::Key),
            (DeclKind::Object { .. }, name) => &self.env.view(node)?.field_escaped(name)?.node,
            _ => return None,
        };
        Some(Place::Node(self.env.resolve(node)?))
    }

    /// What the server calls `MaxElements`: characters as bytes, elements, entries.
    fn max_elements(&self, node: &'s DeclType) -> u64 {
        let max = node.max.and_then(bound);
        match &node.kind {
            DeclKind::String | DeclKind::IntOrString => match max {
                Some(max) => max.saturating_mul(BYTES_OF_CHARACTER),
                None => longest(&node.enum_values).unwrap_or(REQUEST_BYTES - 2),
            },
            DeclKind::Bytes => max.unwrap_or(REQUEST_BYTES - 2),
            DeclKind::List { items, .. } => max.unwrap_or_else(|| self.fitting(items, 1)),
            DeclKind::Map { values } => max.unwrap_or_else(|| self.fitting(values, 6)),
            DeclKind::Duration | DeclKind::DateTime => 32,
            DeclKind::Date => 12,
            DeclKind::Bool
            | DeclKind::Int
            | DeclKind::Double
            | DeclKind::Object { .. }
            | DeclKind::Ref(_)
            | DeclKind::Unknown
            | DeclKind::Error => 0,
        }
    }

    /// How many of a node fit into a request; each takes so much more, for a comma or a key.
    fn fitting(&self, node: &'s DeclType, more: u64) -> u64 {
        (REQUEST_BYTES - 2) / self.min_serialized_size(node).saturating_add(more)
    }

    /// How often a node can be in a request if no bound says less.
    #[must_use]
    pub fn max_cardinality(&self, node: &'s DeclType) -> u64 {
        REQUEST_BYTES / self.min_serialized_size(node).saturating_add(1)
    }

    /// The least that a value of the node takes in JSON, as the server reckons.
    fn min_serialized_size(&self, node: &'s DeclType) -> u64 {
        let Some(node) = self.env.resolve(node) else { return EMPTY };
        if let Some(known) = self.serialized.borrow().get(&std::ptr::from_ref(node)) {
            return *known;
        }
        match &node.kind {
            DeclKind::Bool => 4,
            DeclKind::Int | DeclKind::Double | DeclKind::IntOrString => 1,
            DeclKind::String | DeclKind::Bytes | DeclKind::List { .. } | DeclKind::Map { .. } => EMPTY,
            DeclKind::Duration => 3,
            DeclKind::Date => 12,
            DeclKind::DateTime => 21,
            DeclKind::Object { fields, .. } => self.object(node, fields),
            DeclKind::Ref(_) | DeclKind::Unknown | DeclKind::Error => EMPTY,
        }
    }

    /// Only what must be there counts, and what has no default.
    fn object(&self, node: &'s DeclType, fields: &'s [DeclField]) -> u64 {
        let key = std::ptr::from_ref(node);
        self.serialized.borrow_mut().insert(key, EMPTY);
        let required = fields
            .iter()
            .filter(|field| field.required && !field.node.defaulted && self.env.has_type(&field.node));
        let size = required.fold(EMPTY, |sum, field| {
            // Quotes, a colon, a comma.
            let name = u64::try_from(field.name.len()).unwrap_or(u64::MAX).saturating_add(4);
            sum.saturating_add(name).saturating_add(self.min_serialized_size(&field.node))
        });
        self.serialized.borrow_mut().insert(key, size);
        size
    }
}

/// A bound as a number; one that is a Rust expression is not known here.
fn bound(bound: Bound) -> Option<u64> {
    match bound {
        Bound::Value(max) => Some(max),
        Bound::Symbol(_) => None,
    }
}

/// The longest of some texts.
fn longest(texts: &[String]) -> Option<u64> {
    texts.iter().map(|text| u64::try_from(text.len()).unwrap_or(u64::MAX)).max()
}

/// What a request holds at most.
const REQUEST_BYTES: u64 = 3 * 1024 * 1024;

/// `""`, `[]` or `{}`
const EMPTY: u64 = 2;

/// In UTF-8, at most.
const BYTES_OF_CHARACTER: u64 = 4;
