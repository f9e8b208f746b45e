//! How large the values of a schema node can be (k8s: `apiserver/pkg/cel/common`, `SchemaDeclType`).

use super::{
    Amount,
    path::{ITEMS, KEYS, VALUES},
};
use crate::{
    env::Env,
    library::KubernetesVersion,
    schema::{Bound, DeclField, DeclKind, DeclType, Step},
};
use std::{cell::RefCell, collections::HashMap, ptr};

/// The sizes of the nodes that the rules of an environment are about.
pub struct Sizes<'e, 's> {
    env: &'e Env<'s>,
    /// The id of the type that contains the nodes. Their symbolic bounds are numbered within it.
    definition: &'e str,
    /// Smallest sizes of nodes in JSON. Inside itself a type counts as an empty object.
    serialized: RefCell<HashMap<*const DeclType, u64>>,
}

/// The node that a path leads to.
enum Place<'e, 's> {
    Node(Node<'e, 's>),
    /// A key of a map: its size counts as 0.
    Key,
}

/// A resolved node with its bound. The bound of a reference to it comes first.
struct Node<'e, 's> {
    node: &'s DeclType,
    max: Option<Amount>,
    definition: &'e str,
}

impl<'e, 's: 'e> Sizes<'e, 's> {
    /// The sizes of nodes in the root type of a schema.
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

    /// The version whose sizes these are.
    pub(super) fn version(&self) -> KubernetesVersion {
        self.env.version()
    }

    /// The largest size of the value at the end of a path; `None` if there is no such node.
    #[must_use]
    pub fn at(&self, root: &'s DeclType, path: &[&str]) -> Option<Amount> {
        self.at_within(root, path, &Bounds::default())
    }

    /// The same with other bounds.
    pub(super) fn at_within(&self, root: &'s DeclType, path: &[&str], bounds: &Bounds) -> Option<Amount> {
        let root = Some(Place::Node(self.resolve(root, self.definition)?));
        match path.iter().fold(root, |place, step| self.step(place?, step).map(|(_, place)| place))? {
            Place::Node(node) => Some(self.max_elements(&node, bounds)),
            Place::Key => Some(Amount::ZERO),
        }
    }

    /// A node found along a path, with the steps to it and its size.
    pub(super) fn find(
        &self,
        root: &'s DeclType,
        path: &[&str],
    ) -> Option<(Vec<Step<'s>>, Option<&'s DeclType>, Amount)> {
        let mut steps = Vec::with_capacity(path.len());
        let mut place = Place::Node(self.resolve(root, self.definition)?);
        for name in path {
            let (step, next) = self.step(place, name)?;
            steps.push(step);
            place = next;
        }
        Some(match place {
            Place::Node(node) => (steps, Some(node.node), self.max_elements(&node, &Bounds::default())),
            Place::Key => (steps, None, Amount::ZERO),
        })
    }

    /// Unit and bound of the node at the end of `steps`, the text of a path.
    pub(super) fn named(&self, root: &'s DeclType, steps: &str) -> Option<(Bounded, Option<Amount>)> {
        let mut at = self.resolve(root, self.definition)?;
        let mut rest = steps;
        while !rest.is_empty() {
            let node = match &at.node.kind {
                DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => {
                    rest = rest.strip_prefix("[]")?;
                    inner
                }
                DeclKind::Object { fields, .. } => {
                    rest = rest.strip_prefix('.').unwrap_or(rest);
                    let after = |field: &DeclField| {
                        let after = rest.strip_prefix(field.name.as_str())?;
                        (after.is_empty() || after.starts_with(['.', '['])).then_some(after.len())
                    };
                    // A name may contain a dot.
                    let field = fields
                        .iter()
                        .filter(|field| after(field).is_some())
                        .min_by_key(|field| after(field))?;
                    rest = rest.strip_prefix(field.name.as_str())?;
                    &field.node
                }
                _ => return None,
            };
            at = self.resolve(node, at.definition)?;
        }
        Some((Bounded::of(at.node), at.max))
    }

    /// The bound on the items of a list, the values of a map or the length of a text, if the schema has one.
    #[must_use]
    pub fn bound(&self, node: &'s DeclType) -> Option<Amount> {
        self.bound_within(node, &Bounds::default())
    }

    /// The same with other bounds.
    fn bound_within(&self, node: &'s DeclType, bounds: &Bounds) -> Option<Amount> {
        bounds.of(&self.resolve(node, self.definition)?)
    }

    fn step(&self, from: Place<'e, 's>, step: &str) -> Option<(Step<'s>, Place<'e, 's>)> {
        let Place::Node(Node { node, definition, .. }) = from else { return None };
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
        Some((step, Place::Node(self.resolve(node, definition)?)))
    }

    /// The node itself, or the node that it refers to.
    fn resolve(&self, mut node: &'s DeclType, mut definition: &'e str) -> Option<Node<'e, 's>> {
        let mut max = None;
        loop {
            max = max.or_else(|| Some(self.amount(node.max?, definition)));
            let DeclKind::Ref(id) = &node.kind else { return Some(Node { node, max, definition }) };
            node = crate::schema::reference::definition(self.env.schema(), id)?;
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

    /// The server's `MaxElements`: bytes of a text, elements of a list, entries of a map.
    fn max_elements(&self, at: &Node<'e, 's>, bounds: &Bounds) -> Amount {
        let (node, max) = (at.node, bounds.of(at));
        let number = match &node.kind {
            DeclKind::IntOrString if self.version() < KubernetesVersion::BOUNDED_INT_OR_STRING => {
                REQUEST_BYTES - 2
            }
            DeclKind::String | DeclKind::IntOrString => match max {
                Some(max) => return max.multiply(Amount::Number(BYTES_OF_CHARACTER)),
                None if self.version() < KubernetesVersion::BOUNDED_BY_ENUM => REQUEST_BYTES - 2,
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
            | DeclKind::Opaque
            | DeclKind::Unknown
            | DeclKind::Error => 0,
        };
        Amount::Number(number)
    }

    /// How many values of a node fit into a request. Each one takes `more` bytes besides, for a comma or a key.
    fn fitting(&self, node: &'s DeclType, more: u64) -> u64 {
        (REQUEST_BYTES - 2) / self.min_serialized_size(node).saturating_add(more)
    }

    /// How often a node can occur in a request without bounds.
    #[must_use]
    pub fn max_cardinality(&self, node: &'s DeclType) -> u64 {
        REQUEST_BYTES / self.min_serialized_size(node).saturating_add(1)
    }

    /// How often a node can occur in an object, by the bounds of the lists and maps around it. If one of them has no bound, the bounds of
    /// the others do not count.
    pub(super) fn cardinality(&self, way: &[Level<'s>], node: &'s DeclType, bounds: &Bounds) -> Amount {
        let repeated = way.iter().filter(|level| level.repeats());
        let product = repeated
            .map(|level| self.bound_within(level.node, bounds))
            .try_fold(Amount::Number(1), |product, bound| Some(product.multiply(bound?)));
        product.unwrap_or_else(|| Amount::Number(self.max_cardinality(node)))
    }

    /// The server's smallest size of a value of the node in JSON.
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
            DeclKind::Ref(_) | DeclKind::Opaque | DeclKind::Unknown | DeclKind::Error => EMPTY,
        }
    }

    /// Only required properties without a default count.
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

/// A node on the way to another node, or a reference to it, and the next step.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Level<'s> {
    pub node: &'s DeclType,
    pub step: Step<'s>,
}

impl Level<'_> {
    /// True if one value of the node can hold many of the next node.
    pub(super) fn repeats(&self) -> bool {
        matches!(self.step, Step::Items | Step::Values)
    }
}

/// Bounds to try for nodes whose schema has none, or larger ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds(HashMap<*const DeclType, u64>);

impl Bounds {
    pub(super) fn new<'s>(nodes: impl IntoIterator<Item = &'s DeclType>, max: u64) -> Self {
        Bounds(nodes.into_iter().map(|node| (ptr::from_ref(node), max)).collect())
    }

    pub(super) fn contain(&self, node: &DeclType) -> bool {
        self.0.contains_key(&ptr::from_ref(node))
    }

    /// The smaller of a node's own bound and the one to try. That one takes the place of a bound whose value is not known here.
    fn of(&self, Node { node, max, .. }: &Node<'_, '_>) -> Option<Amount> {
        let tried = self.0.get(&ptr::from_ref(*node)).map(|max| Amount::Number(*max));
        match (tried, max.clone()) {
            (Some(tried), Some(own @ Amount::Number(_))) => Some(tried.least(own)),
            (tried, own) => tried.or(own),
        }
    }
}

/// The longest of some texts.
fn longest(texts: &[String]) -> Option<u64> {
    texts.iter().map(|text| u64::try_from(text.len()).unwrap_or(u64::MAX)).max()
}

/// Largest request.
pub(super) const REQUEST_BYTES: u64 = 3 * 1024 * 1024;

/// `""`, `[]` or `{}`
const EMPTY: u64 = 2;

/// The most bytes of a character in UTF-8.
const BYTES_OF_CHARACTER: u64 = 4;

/// Unit that a node's size is counted in. It decides the keyword that bounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// `maxItems`
    List,
    /// `maxProperties`
    Map,
    /// `maxLength`
    Text,
}

impl Bounded {
    /// Unit that a list, map or text is counted in.
    pub(super) fn of(node: &DeclType) -> Self {
        match node.kind {
            DeclKind::List { .. } => Bounded::List,
            DeclKind::Map { .. } => Bounded::Map,
            _ => Bounded::Text,
        }
    }

    /// The schema keyword for the bound.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Bounded::List => "maxItems",
            Bounded::Map => "maxProperties",
            Bounded::Text => "maxLength",
        }
    }
}
