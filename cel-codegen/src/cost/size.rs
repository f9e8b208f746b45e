//! How large the values of a schema node can be (k8s: `apiserver/pkg/cel/common`, `SchemaDeclType`).

use super::{
    Amount,
    path::{ITEMS, KEYS, VALUES},
};
use crate::{
    env::Env,
    schema::{Bound, DeclField, DeclKind, DeclType, Step},
};
use std::{cell::RefCell, collections::HashMap};

/// The sizes of the nodes that the rules of an environment are about.
pub struct Sizes<'e, 's> {
    env: &'e Env<'s>,
    /// The type in which the nodes stand that are asked for, by its id; it numbers their bounds.
    definition: &'e str,
    /// What nodes take in JSON; a type that nests itself takes as much as an empty object.
    serialized: RefCell<HashMap<*const DeclType, u64>>,
}

/// What a path leads to.
enum Place<'e, 's> {
    Node(Node<'e, 's>),
    /// A key of a map: its size counts as 0.
    Key,
}

/// A node that is no reference, with the bound that counts: a reference to it may have one of its own.
struct Node<'e, 's> {
    node: &'s DeclType,
    max: Option<Amount>,
    definition: &'e str,
}

impl<'e, 's: 'e> Sizes<'e, 's> {
    /// The sizes of nodes in the type that a schema describes.
    #[must_use]
    pub fn new(env: &'e Env<'s>) -> Self {
        let definition = env.schema().map_or("", |schema| &schema.root);
        Sizes::within(env, definition)
    }

    /// The sizes of nodes in one of the types of a schema.
    #[must_use]
    pub fn within(env: &'e Env<'s>, definition: &'e str) -> Self {
        Sizes { env, definition, serialized: RefCell::default() }
    }

    /// The largest size of what is found from a node along a path; `None` if there is no such node.
    #[must_use]
    pub fn at(&self, root: &'s DeclType, path: &[&str]) -> Option<Amount> {
        let root = Some(Place::Node(self.resolve(root, self.definition)?));
        match path.iter().fold(root, |place, step| self.step(place?, step))? {
            Place::Node(node) => Some(self.max_elements(&node)),
            Place::Key => Some(Amount::ZERO),
        }
    }

    /// How many items or values a list or map holds, or how long a text is, if the schema says so.
    #[must_use]
    pub fn bound(&self, node: &'s DeclType) -> Option<Amount> {
        self.resolve(node, self.definition)?.max
    }

    fn step(&self, from: Place<'e, 's>, step: &str) -> Option<Place<'e, 's>> {
        let Place::Node(Node { node, definition, .. }) = from else { return None };
        let node = match (&node.kind, step) {
            (DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner }, ITEMS | VALUES) => inner,
            (DeclKind::Map { .. }, KEYS) => return Some(Place::Key),
            (DeclKind::Object { .. }, name) => &self.env.view(node)?.field_escaped(name)?.node,
            _ => return None,
        };
        Some(Place::Node(self.resolve(node, definition)?))
    }

    /// The node itself, or what it refers to.
    fn resolve(&self, mut node: &'s DeclType, mut definition: &'e str) -> Option<Node<'e, 's>> {
        let mut max = None;
        loop {
            max = max.or_else(|| Some(self.amount(node.max?, definition)));
            let DeclKind::Ref(id) = &node.kind else { return Some(Node { node, max, definition }) };
            node = &self.env.schema()?.definitions.get(id)?.node;
            definition = id;
        }
    }

    /// A bound of a node in a type.
    fn amount(&self, bound: Bound, definition: &str) -> Amount {
        match bound {
            Bound::Value(max) => Amount::Number(max),
            Bound::Symbol(n) => {
                Amount::bound(self.env.schema().map_or(n, |schema| schema.symbol(definition, n)))
            }
        }
    }

    /// What the server calls `MaxElements`: characters as bytes, elements, entries.
    fn max_elements(&self, Node { node, max, .. }: &Node<'e, 's>) -> Amount {
        let max = max.clone();
        let number = match &node.kind {
            DeclKind::String | DeclKind::IntOrString => match max {
                Some(max) => return max.multiply(Amount::Number(BYTES_OF_CHARACTER)),
                None => longest(&node.enum_values).unwrap_or(REQUEST_BYTES - 2),
            },
            DeclKind::Bytes => return max.unwrap_or(Amount::Number(REQUEST_BYTES - 2)),
            DeclKind::List { items, .. } => {
                return max.unwrap_or_else(|| Amount::Number(self.fitting(items, 1)));
            }
            DeclKind::Map { values } => {
                return max.unwrap_or_else(|| Amount::Number(self.fitting(values, 6)));
            }
            DeclKind::Duration | DeclKind::DateTime => 32,
            DeclKind::Date => 12,
            DeclKind::Bool
            | DeclKind::Int
            | DeclKind::Double
            | DeclKind::Object { .. }
            | DeclKind::Ref(_)
            | DeclKind::Unknown
            | DeclKind::Error => 0,
        };
        Amount::Number(number)
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

/// A node on the way to another one, and the step from it.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Level<'s> {
    pub node: &'s DeclType,
    pub step: Step<'s>,
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
