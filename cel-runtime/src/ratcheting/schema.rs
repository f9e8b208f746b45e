//! The parts of a schema that the comparison of two objects needs.

use crate::opaque::{Kind, ListKind, Schema as Described};
use cel_types::{
    kubernetes::{Entry, Part, of_id},
    schema::{self, DeclKind, DeclType, Encoding, ListType},
};
use serde_json::Value as Tree;
use std::{
    collections::{BTreeMap, HashMap},
    ptr,
    sync::{OnceLock, PoisonError, RwLock},
};

/// The parts of the schema in a CRD file that the comparison of two objects needs. It is one text, because rustc takes a gigabyte for
/// 200,000 properties as values.
///
/// The text is a JSON list of nodes. A node refers to others by their index in the list; they stand before it.
/// `null` is a leaf, `{"a": 0}` an object with its properties, `2` a map with its values, `[2, "name"]` a `list-type: map` with its items
/// and its keys. The last node is the root.
#[derive(Debug)]
pub struct Shape {
    text: &'static str,
    model: OnceLock<Model>,
}

impl Shape {
    /// The shape in a text.
    #[must_use]
    #[inline]
    pub const fn new(text: &'static str) -> Self {
        Shape { text, model: OnceLock::new() }
    }

    /// Reads the text at the first call.
    #[inline]
    pub(super) fn model(&self) -> &Model {
        self.model.get_or_init(|| Model::of_shape(self.text).unwrap_or_default())
    }
}

/// The nodes of a schema of a CRD, or of a type that derives `XValidation`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    nodes: Vec<ModelNode>,
}

#[derive(Clone, Debug, Default)]
enum ModelNode {
    /// A node without children in the schema.
    #[default]
    Leaf,
    /// The properties, sorted by name.
    Object(Vec<(String, usize)>),
    /// `additionalProperties`
    Map(usize),
    /// `x-kubernetes-list-type: map`, with its keys
    KeyedList(Vec<String>, usize),
    /// A type of k8s-openapi. The text has only its name.
    Foreign(Entry),
}

/// A node of a schema: its index in the [`Model`].
#[derive(Clone, Copy)]
pub(super) enum Schema {
    Node(usize),
    /// A part of a type of k8s-openapi.
    Foreign(Part),
}

impl Schema {
    /// The schema of a property, or of the values of a map.
    #[inline]
    pub(super) fn key(self, model: &Model, name: &str) -> Option<Self> {
        let node = match self {
            Schema::Node(node) => node,
            Schema::Foreign(part) => return part.key(name).map(Schema::Foreign),
        };
        match model.nodes.get(node)? {
            ModelNode::Object(properties) => {
                let found = properties.binary_search_by(|(known, _)| (**known).cmp(name)).ok()?;
                Some(Schema::Node(properties.get(found)?.1))
            }
            ModelNode::Map(values) => Some(Schema::Node(*values)),
            ModelNode::Foreign(entry) => Part::Type(*entry).key(name).map(Schema::Foreign),
            ModelNode::Leaf | ModelNode::KeyedList(..) => None,
        }
    }

    /// The keys and the items of a `list-type: map`.
    #[inline]
    pub(super) fn keyed_items(self, model: &Model) -> Option<(&[String], Self)> {
        let Schema::Node(node) = self else { return None };
        match model.nodes.get(node)? {
            ModelNode::KeyedList(keys, items) => Some((keys, Schema::Node(*items))),
            ModelNode::Leaf | ModelNode::Object(_) | ModelNode::Map(_) | ModelNode::Foreign(_) => None,
        }
    }
}

impl Model {
    /// The model of a type and its root, which is read once in a program: there are as many as the program has types.
    #[inline]
    pub(super) fn of_type(
        text: &'static str,
        described: Option<&'static Described>,
    ) -> Option<(&'static Self, Schema)> {
        type Known = BTreeMap<[usize; 3], Option<(&'static Model, Schema)>>;
        static KNOWN: OnceLock<RwLock<Known>> = OnceLock::new();
        let known = KNOWN.get_or_init(RwLock::default);
        // Texts and schemas at the same places are the same.
        let described_at = described.map_or(0, |described| ptr::from_ref(described).addr());
        let places = [text.as_ptr().addr(), text.len(), described_at];
        if let Some(read) = known.read().unwrap_or_else(PoisonError::into_inner).get(&places) {
            return *read;
        }
        let read = Model::read(text, described).map(|(model, root)| (&*Box::leak(Box::new(model)), root));
        *known.write().unwrap_or_else(PoisonError::into_inner).entry(places).or_insert(read)
    }

    /// The model and its root. What is opaque in it is as `described`, which is what schemars says of the root.
    #[inline]
    fn read(text: &str, described: Option<&Described>) -> Option<(Self, Schema)> {
        let schema = schema::Schema::from_text(text).ok()?;
        let mut reader = Reader { schema: &schema, known: HashMap::new(), model: Model::default() };
        let root = reader.definition(&schema.root, described);
        Some((reader.model, Schema::Node(root)))
    }

    #[inline]
    fn of_shape(text: &str) -> Option<Self> {
        let nodes: Vec<Tree> = serde_json::from_str(text).ok()?;
        Some(Model { nodes: nodes.iter().map(|node| shape_node(node).unwrap_or_default()).collect() })
    }

    /// The last node. It is the root of a [`Shape`].
    #[inline]
    pub(super) fn last(&self) -> Schema {
        Schema::Node(self.nodes.len().saturating_sub(1))
    }
}

/// A node of a [`Shape`].
#[inline]
fn shape_node(node: &Tree) -> Option<ModelNode> {
    let place = |node: &Tree| node.as_u64().and_then(|place| usize::try_from(place).ok());
    match node {
        Tree::Object(entries) => {
            let mut properties = Vec::with_capacity(entries.len());
            for (name, node) in entries {
                properties.push((name.clone(), place(node)?));
            }
            properties.sort_by(|(a, _), (b, _)| a.cmp(b)); // `serde_json` may keep the order of the text
            Some(ModelNode::Object(properties))
        }
        Tree::Array(parts) => {
            let (items, keys) = parts.split_first()?;
            let keys = keys.iter().filter_map(Tree::as_str).map(str::to_owned).collect();
            Some(ModelNode::KeyedList(keys, place(items)?))
        }
        Tree::Number(_) => Some(ModelNode::Map(place(node)?)),
        Tree::Null | Tree::Bool(_) | Tree::String(_) => Some(ModelNode::Leaf),
    }
}

struct Reader<'s> {
    schema: &'s schema::Schema,
    /// Definitions that are already nodes.
    known: HashMap<&'s str, usize>,
    model: Model,
}

impl<'s> Reader<'s> {
    #[inline]
    fn definition(&mut self, id: &'s str, described: Option<&Described>) -> usize {
        if let Some(node) = self.known.get(id) {
            return *node;
        }
        let node = self.schema.definitions.get(id).map(|definition| &definition.node);
        if let Some(DeclType { kind: DeclKind::Ref(id), .. }) = node {
            return self.definition(id, described);
        }
        let number = self.reserve();
        self.known.insert(id, number);
        let foreign = of_id(id).map(|(entry, _)| ModelNode::Foreign(entry));
        let content = foreign.or_else(|| self.content(node?, described));
        self.set(number, content);
        number
    }

    #[inline]
    fn node(&mut self, node: &'s DeclType, described: Option<&Described>) -> usize {
        if let DeclKind::Ref(id) = &node.kind {
            return self.definition(id, described);
        }
        let number = self.reserve();
        let content = self.content(node, described);
        self.set(number, content);
        number
    }

    #[inline]
    fn content(&mut self, node: &'s DeclType, described: Option<&Described>) -> Option<ModelNode> {
        match &node.kind {
            _ if node.encoding == Encoding::Resource => None, // the schema does not have what rules see of it
            DeclKind::Object { fields, .. } => {
                let mut properties = Vec::new();
                for field in fields {
                    let described = described.and_then(|described| described.key(&field.name));
                    properties.push((field.name.clone(), self.node(&field.node, described)));
                }
                properties.sort_by(|(a, _), (b, _)| a.cmp(b));
                properties.dedup_by(|(later, _), (earlier, _)| later == earlier);
                Some(ModelNode::Object(properties))
            }
            DeclKind::Map { values } => {
                let described = described.and_then(|described| described.key(""));
                Some(ModelNode::Map(self.node(values, described)))
            }
            DeclKind::Opaque => self.described(described?),
            DeclKind::List { items, list_type: ListType::Map(keys) } => {
                let described = described.and_then(Described::items);
                Some(ModelNode::KeyedList(keys.clone(), self.node(items, described)))
            }
            _ => None,
        }
    }

    /// The node of an opaque value.
    #[inline]
    fn described(&mut self, schema: &Described) -> Option<ModelNode> {
        match &schema.kind {
            Kind::Object(properties) => {
                // The schema does not have the properties that rules see of an embedded resource.
                let declared = properties.iter().filter_map(|property| Some((property, property.in_crd()?)));
                let properties = declared
                    .map(|(property, schema)| (property.name.json.clone(), self.described_node(schema)));
                Some(ModelNode::Object(properties.collect()))
            }
            Kind::Map(values) => Some(ModelNode::Map(self.described_node(values))),
            Kind::List { items, list_type: ListKind::Map(keys) } => {
                let keys = keys.iter().map(|key| key.json.clone()).collect();
                Some(ModelNode::KeyedList(keys, self.described_node(items)))
            }
            _ => None,
        }
    }

    #[inline]
    fn described_node(&mut self, schema: &Described) -> usize {
        let number = self.reserve();
        let content = self.described(schema);
        self.set(number, content);
        number
    }

    #[inline]
    fn reserve(&mut self) -> usize {
        self.model.nodes.push(ModelNode::Leaf);
        self.model.nodes.len().saturating_sub(1)
    }

    #[inline]
    fn set(&mut self, number: usize, content: Option<ModelNode>) {
        if let (Some(node), Some(content)) = (self.model.nodes.get_mut(number), content) {
            *node = content;
        }
    }
}
