//! How large the values of a schema node can be (k8s: `apiserver/pkg/cel/common`, `SchemaDeclType`).

use super::path::{ITEMS, KEYS, VALUES};
use crate::{
    env::Env,
    schema::{Bound, DeclField, DeclKind, DeclType, Step},
};
use std::{cell::RefCell, collections::HashMap, ptr};

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
        self.at_within(root, path, &Bounds::default())
    }

    /// The same with other bounds.
    pub(super) fn at_within(&self, root: &'s DeclType, path: &[&str], bounds: &Bounds) -> Option<u64> {
        let root = Some(Place::Node(self.env.resolve(root)?));
        match path.iter().fold(root, |place, step| self.step(place?, step).map(|(_, place)| place))? {
            Place::Node(node) => Some(self.max_elements(node, bounds)),
            Place::Key => Some(0),
        }
    }

    /// What is found from a node along a path, with the steps to it.
    pub(super) fn find(&self, root: &'s DeclType, path: &[&str]) -> Option<(Vec<Step<'s>>, &'s DeclType)> {
        let mut steps = Vec::with_capacity(path.len());
        let mut place = Place::Node(self.env.resolve(root)?);
        for name in path {
            let (step, next) = self.step(place, name)?;
            steps.push(step);
            place = next;
        }
        match place {
            Place::Node(node) => Some((steps, node)),
            Place::Key => None,
        }
    }

    fn step(&self, from: Place<'s>, step: &str) -> Option<(Step<'s>, Place<'s>)> {
        let Place::Node(node) = from else { return None };
        let (step, node) = match (&node.kind, step) {
            (DeclKind::List { items, .. }, ITEMS | VALUES) => (Step::Items, &**items),
            (DeclKind::Map { values }, ITEMS | VALUES) => (Step::Values, &**values),
            (DeclKind::Map { .. }, KEYS) => return Some((Step::Values, Place::Key)),
            (DeclKind::Object { .. }, name) => {
                let field = self.env.view(node)?.field_escaped(name)?;
                (Step::Field(&field.name), &field.node)
            }
            _ => return None,
        };
        Some((step, Place::Node(self.env.resolve(node)?)))
    }

    /// What the server calls `MaxElements`: characters as bytes, elements, entries.
    fn max_elements(&self, node: &'s DeclType, bounds: &Bounds) -> u64 {
        let max = bounds.of(node);
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

    /// How often a node can be in an object, if those on the way to it are bounded; one of them without a bound is enough, and the
    /// bounds of the others do not count.
    pub(super) fn cardinality(&self, way: &[Level<'s>], node: &'s DeclType, bounds: &Bounds) -> u64 {
        let repeated = way.iter().filter(|level| level.repeats());
        let product = repeated
            .map(|level| bounds.of(level.node))
            .try_fold(1, |product: u64, bound| Some(product.saturating_mul(bound?)));
        product.unwrap_or_else(|| self.max_cardinality(node))
    }

    /// The least that a value of the node takes in JSON, as the server reckons.
    fn min_serialized_size(&self, node: &'s DeclType) -> u64 {
        let Some(node) = self.env.resolve(node) else { return EMPTY };
        if let Some(known) = self.serialized.borrow().get(&ptr::from_ref(node)) {
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
        let key = ptr::from_ref(node);
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

impl Level<'_> {
    /// True if many of what comes next are in one value of the node.
    pub(super) fn repeats(&self) -> bool {
        matches!(self.step, Step::Items | Step::Values)
    }
}

/// Bounds that are tried where a schema has none, or larger ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds(HashMap<*const DeclType, u64>);

impl Bounds {
    pub(super) fn new<'s>(nodes: impl IntoIterator<Item = &'s DeclType>, max: u64) -> Self {
        Bounds(nodes.into_iter().map(|node| (ptr::from_ref(node), max)).collect())
    }

    pub(super) fn contain(&self, node: &DeclType) -> bool {
        self.0.contains_key(&ptr::from_ref(node))
    }

    /// The bound that counts for a node.
    pub(super) fn of(&self, node: &DeclType) -> Option<u64> {
        let tried = self.0.get(&ptr::from_ref(node)).copied();
        let own = node.max.and_then(bound);
        tried.map(|max| own.map_or(max, |own| own.min(max))).or(own)
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
pub(super) const REQUEST_BYTES: u64 = 3 * 1024 * 1024;

/// `""`, `[]` or `{}`
const EMPTY: u64 = 2;

/// In UTF-8, at most.
const BYTES_OF_CHARACTER: u64 = 4;
