//! What the comparison of two objects needs of their schema.

use crate::opaque::{Kind, ListKind, Schema as Described};
use serde_json::Value as Json;
use std::collections::HashMap;

/// What the comparison of two objects needs of their schema.
#[derive(Debug)]
pub enum Shape {
    /// Nothing is below it that the schema knows.
    Leaf,
    /// The properties, sorted by name.
    Object(&'static [(&'static str, Shape)]),
    /// `additionalProperties`
    Map(&'static Shape),
    /// `x-kubernetes-list-type: map`, with its keys
    KeyedList(&'static [&'static str], &'static Shape),
}

/// The same of a type that derives `XValidation`, read from the text of its schema.
#[derive(Default)]
pub(super) struct Model {
    nodes: Vec<ModelNode>,
}

#[derive(Default)]
enum ModelNode {
    #[default]
    Leaf,
    /// The properties, sorted by name.
    Object(Vec<(String, usize)>),
    Map(usize),
    KeyedList(Vec<String>, usize),
    /// What is opaque to the derive, by what schemars says of it.
    Described(&'static Described),
}

/// A node of a schema.
#[derive(Clone, Copy)]
pub(super) enum Schema {
    Shape(&'static Shape),
    /// A node of the [`Model`] that goes with it.
    Model(usize),
    /// A node of the schema of something opaque.
    Described(&'static Described),
}

impl Schema {
    /// What stands at a name: a property or any value of a map.
    pub(super) fn key(self, model: &Model, name: &str) -> Option<Self> {
        match self {
            Schema::Shape(Shape::Object(properties)) => {
                let found = properties.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
                Some(Schema::Shape(&properties.get(found)?.1))
            }
            Schema::Shape(Shape::Map(values)) => Some(Schema::Shape(values)),
            Schema::Shape(Shape::Leaf | Shape::KeyedList(..)) => None,
            Schema::Model(node) => match model.nodes.get(node)? {
                ModelNode::Object(properties) => {
                    let found = properties.binary_search_by(|(known, _)| (**known).cmp(name)).ok()?;
                    Some(Schema::Model(properties.get(found)?.1))
                }
                ModelNode::Map(values) => Some(Schema::Model(*values)),
                ModelNode::Described(schema) => Schema::Described(schema).key(model, name),
                ModelNode::Leaf | ModelNode::KeyedList(..) => None,
            },
            Schema::Described(schema) => schema.key(name).map(Schema::Described),
        }
    }

    /// For a `list-type: map`, its keys and its items.
    pub(super) fn keyed_items(self, model: &Model) -> Option<(Vec<&str>, Self)> {
        match self {
            Schema::Shape(Shape::KeyedList(keys, items)) => Some((keys.to_vec(), Schema::Shape(items))),
            Schema::Shape(Shape::Leaf | Shape::Object(_) | Shape::Map(_)) => None,
            Schema::Model(node) => match model.nodes.get(node)? {
                ModelNode::KeyedList(keys, items) => {
                    Some((keys.iter().map(String::as_str).collect(), Schema::Model(*items)))
                }
                ModelNode::Described(schema) => Schema::Described(schema).keyed_items(model),
                ModelNode::Leaf | ModelNode::Object(_) | ModelNode::Map(_) => None,
            },
            Schema::Described(Described {
                kind: Kind::List { items, list_type: ListKind::Map(keys) },
                ..
            }) => Some((keys.iter().map(|key| key.json.as_str()).collect(), Schema::Described(items))),
            Schema::Described(_) => None,
        }
    }
}

impl Model {
    /// The model and its root.
    pub(super) fn read(text: &str, described: Option<&'static Described>) -> Option<(Self, Schema)> {
        let text: Json = serde_json::from_str(text).ok()?;
        let mut reader =
            Reader { definitions: text.get("definitions")?, known: HashMap::new(), model: Model::default() };
        let root = reader.definition(text.get("root")?.as_str()?, described);
        Some((reader.model, Schema::Model(root)))
    }
}

struct Reader<'t> {
    definitions: &'t Json,
    /// Definitions that are nodes already.
    known: HashMap<&'t str, usize>,
    model: Model,
}

impl<'t> Reader<'t> {
    /// `described` is what schemars says of the node.
    fn definition(&mut self, id: &'t str, described: Option<&'static Described>) -> usize {
        if let Some(node) = self.known.get(id) {
            return *node;
        }
        let node = self.definitions.get(id).and_then(|definition| definition.get("node"));
        if let Some(referred) = node.and_then(referred) {
            return self.definition(referred, described);
        }
        let number = self.reserve();
        self.known.insert(id, number);
        let content = node.and_then(|node| self.content(node, described));
        self.set(number, content);
        number
    }

    fn node(&mut self, node: &'t Json, described: Option<&'static Described>) -> usize {
        if let Some(id) = referred(node) {
            return self.definition(id, described);
        }
        let number = self.reserve();
        let content = self.content(node, described);
        self.set(number, content);
        number
    }

    fn content(&mut self, node: &'t Json, described: Option<&'static Described>) -> Option<ModelNode> {
        if node.get("held").is_some_and(|held| held == "resource") {
            return None; // what rules see of it is not in the schema
        }
        match node.get("type")?.as_str()? {
            "object" => {
                let mut properties = Vec::new();
                for field in node.get("fields")?.as_array()? {
                    let name = field.get("name")?.as_str()?;
                    let described = described.and_then(|described| described.key(name));
                    properties.push((name.to_owned(), self.node(field.get("node")?, described)));
                }
                properties.sort_by(|(a, _), (b, _)| a.cmp(b));
                properties.dedup_by(|(later, _), (earlier, _)| later == earlier);
                Some(ModelNode::Object(properties))
            }
            "map" => {
                let described = described.and_then(|described| described.key(""));
                Some(ModelNode::Map(self.node(node.get("values")?, described)))
            }
            "opaque" => described.map(ModelNode::Described),
            _ => {
                let keys = node.get("list_type")?.as_array()?.iter().filter_map(Json::as_str);
                let described = described.and_then(Described::items);
                let items = self.node(node.get("items")?, described);
                Some(ModelNode::KeyedList(keys.map(str::to_owned).collect(), items))
            }
        }
    }

    fn reserve(&mut self) -> usize {
        self.model.nodes.push(ModelNode::Leaf);
        self.model.nodes.len().saturating_sub(1)
    }

    fn set(&mut self, number: usize, content: Option<ModelNode>) {
        if let (Some(node), Some(content)) = (self.model.nodes.get_mut(number), content) {
            *node = content;
        }
    }
}

/// The definition that a node is a reference to.
fn referred(node: &Json) -> Option<&str> {
    let is_reference = node.get("type").and_then(Json::as_str) == Some("ref");
    node.get("id").and_then(Json::as_str).filter(|_| is_reference)
}
