//! The objects that a search tries: some fields of some schemas, with candidates for each value.

use super::{Hints, Work, scalars::Scalars, size, texts, work::FAST};
use cel_compiler::crd::{
    document::{Entry, Node, Position, Value},
    props::SchemaProps,
};
use std::{cell::Cell, collections::HashSet};

/// The schema node that the search is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Focus(pub Vec<At>);

/// A step from a node to one right below it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum At {
    /// To a property.
    Field(String),
    /// To the items of a list or the values of a map.
    Element,
}

/// The node at a path.
pub(crate) fn at<'s>(schema: &'s SchemaProps, path: &[At]) -> Option<&'s SchemaProps> {
    path.iter().try_fold(schema, |schema, step| match step {
        At::Field(name) => schema.property(name),
        At::Element => schema.item_schema().or_else(|| schema.value_schema()),
    })
}

/// The objects that a search tries.
#[derive(Debug)]
pub struct Space {
    pub(super) root: Shape,
    work: Work,
}

impl Space {
    /// The objects that one of the schemas describes. They have the required fields, the fields on the way to
    /// the focus, and the fields whose names are hints. `identity` is the `apiVersion` and the `kind` of a
    /// resource. `work` counts the search.
    #[must_use]
    pub fn new(
        schemas: &[&SchemaProps],
        focus: &Focus,
        hints: &Hints,
        identity: Option<(&str, &str)>,
        work: &Work,
    ) -> Self {
        let room_of_texts = Cell::new(LARGEST_TEXTS);
        let scalars = Scalars::new(hints, work);
        let anything = SchemaProps { preserve_unknown_fields: Some(true), ..SchemaProps::default() };
        let builder = Builder { hints, scalars, room: Cell::new(LARGEST), room_of_texts, work, anything };
        let mut root = builder.shape(schemas, Some(&focus.0), 0);
        if let Some((api_version, kind)) = identity {
            builder.identify(&mut root, schemas, api_version, kind);
        }
        Space { root, work: work.clone() }
    }

    /// The objects that a search begins from: a small one, and one with more fields.
    pub(super) fn starts(&self) -> [Node; 2] {
        [self.root.instance(false), self.root.instance(true)]
    }

    /// The work of the search.
    pub(crate) fn work(&self) -> &Work {
        &self.work
    }
}

/// The values to try for one node.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// Scalars. The first one is the initial value.
    pub scalars: Vec<Node>,
    pub fields: Option<Vec<Field>>,
    pub list: Option<List>,
    pub map: Option<Map>,
    /// True if the way to the focus goes through this node.
    is_on_path: bool,
}

#[derive(Debug)]
pub(super) struct Field {
    pub name: String,
    pub shape: Shape,
    pub is_required: bool,
    /// True if each object must have the field, as `kind`.
    pub is_fixed: bool,
}

#[derive(Debug)]
pub(super) struct List {
    pub items: Box<Shape>,
    /// The least number of items.
    pub least: usize,
    pub lengths: Vec<usize>,
    /// The keys that make items different.
    pub keys: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Map {
    pub values: Box<Shape>,
    pub keys: Vec<String>,
    pub lengths: Vec<usize>,
}

impl Shape {
    /// A value with the required parts, or with all parts.
    pub(super) fn instance(&self, is_full: bool) -> Node {
        if let Some(fields) = &self.fields {
            let kept = fields.iter().filter(|field| is_full || field.is_required || field.shape.is_on_path);
            return object(kept.map(|field| entry(&field.name, field.shape.instance(is_full))).collect());
        }
        if let Some(list) = &self.list {
            let count = list.least.max(usize::from(is_full || self.is_on_path));
            let item = list.items.instance(is_full);
            let others = (1..count).map(|i| numbered(list, &item, i));
            return node(Value::list([item.clone()].into_iter().take(count).chain(others).collect()));
        }
        if let Some(map) = &self.map {
            let keys = map.keys.iter().take(usize::from(is_full || self.is_on_path));
            return object(keys.map(|key| entry(key, map.values.instance(is_full))).collect());
        }
        self.scalars.first().cloned().unwrap_or_else(|| object(Vec::new()))
    }
}

pub(super) fn node(value: Value) -> Node {
    Node { value, at: Position::default() }
}

pub(super) fn object(entries: Vec<Entry>) -> Node {
    node(Value::object(entries))
}

pub(super) fn entry(key: &str, value: Node) -> Entry {
    Entry { key: key.into(), at: Position::default(), value }
}

struct Builder<'h> {
    hints: &'h Hints,
    scalars: Scalars<'h>,
    /// Number of nodes that may still be added.
    room: Cell<usize>,
    /// Number of bytes of texts that may still be added.
    room_of_texts: Cell<usize>,
    work: &'h Work,
    /// The schema of unknown fields where they are kept.
    anything: SchemaProps,
}

impl Builder<'_> {
    fn shape(&self, schemas: &[&SchemaProps], path: Option<&[At]>, depth: usize) -> Shape {
        self.room.set(self.room.get().saturating_sub(1));
        let sources = with_junctors(schemas);
        let is_on_path = path.is_some();
        let step = path.and_then(<[At]>::split_first);
        let fields = sources.iter().any(|schema| !schema.properties.is_empty());
        let mut fields = fields.then(|| self.fields(schemas, &sources, path, depth));
        // The focus is reached even if it is very deep.
        let has_room = depth < DEEPEST || step.is_some();
        let element = |schemas: &[&SchemaProps]| {
            let rest = step.filter(|(step, _)| **step == At::Element).map(|(_, rest)| rest);
            Box::new(self.shape(schemas, rest, depth + 1))
        };
        let items: Vec<&SchemaProps> = sources.iter().filter_map(|schema| schema.item_schema()).collect();
        let list = (!items.is_empty() && has_room).then(|| {
            let items = element(&items);
            List {
                least: least_items(schemas, &items),
                items,
                lengths: texts::lengths(
                    &sources,
                    self.hints,
                    |schema| [schema.min_items, schema.max_items],
                    LONGEST_LIST,
                ),
                keys: schemas.iter().flat_map(|schema| schema.list_map_keys.iter().cloned()).collect(),
            }
        });
        let values: Vec<&SchemaProps> = sources.iter().filter_map(|schema| schema.value_schema()).collect();
        let map = (!values.is_empty() && has_room).then(|| Map {
            values: element(&values),
            keys: self.keys(),
            lengths: texts::lengths(
                &sources,
                self.hints,
                |schema| [schema.min_properties, schema.max_properties],
                LONGEST_LIST,
            ),
        });
        let scalars = self.scalars.of(schemas, &sources);
        let mut scalars: Vec<Node> = scalars.iter().filter(|scalar| self.has_room(scalar)).cloned().collect();
        if sources.iter().any(|schema| preserves(schema)) {
            add_unknown(schemas, &mut fields, &mut scalars);
        }
        Shape { scalars, fields, list, map, is_on_path }
    }

    /// True if a scalar may be added. Short texts may always be added.
    fn has_room(&self, scalar: &Node) -> bool {
        let length = scalar.as_str().map_or(0, str::len);
        let left = self.room_of_texts.get();
        let has_room = length < SHORT || length <= left;
        self.room_of_texts.set(left.saturating_sub(if has_room { length } else { 0 }));
        has_room
    }

    /// Fields in this order: the one on the way to the focus, those that expressions name, required ones, and
    /// at the focus some others.
    fn fields(
        &self,
        schemas: &[&SchemaProps],
        sources: &[&SchemaProps],
        path: Option<&[At]>,
        depth: usize,
    ) -> Vec<Field> {
        let next = match path.and_then(<[At]>::split_first) {
            Some((At::Field(name), rest)) => Some((name.as_str(), rest)),
            _ => None,
        };
        let needed = required_by(schemas);
        let mut others = if path.is_some_and(<[At]>::is_empty) { OTHERS } else { 1 };
        let mut fields = Vec::new();
        for (rank, name) in self.ranked(schemas, sources, next.map(|(next, _)| next)) {
            if rank > 0 && (depth >= DEEPEST || self.room.get() == 0 || fields.len() >= MOST_FIELDS) {
                break;
            }
            if rank == 3 && others == 0 {
                break;
            }
            others -= usize::from(rank == 3);
            let of_junctors = sources.get(schemas.len()..).unwrap_or_default().iter();
            let below = schemas.iter().filter_map(|schema| self.member(schema, name));
            let below: Vec<&SchemaProps> =
                below.chain(of_junctors.filter_map(|schema| schema.property(name))).collect();
            let path = next.filter(|(next, _)| *next == name).map(|(_, rest)| rest);
            let is_required = needed.contains(name);
            let shape = self.shape(&below, path, depth + 1);
            fields.push(Field { name: name.to_owned(), shape, is_required, is_fixed: false });
        }
        fields
    }

    /// The schema of a field. One that has no such property may allow the field still.
    fn member<'s>(&'s self, schema: &'s SchemaProps, name: &str) -> Option<&'s SchemaProps> {
        let other = || schema.value_schema().or_else(|| preserves(schema).then_some(&self.anything));
        schema.property(name).or_else(other)
    }

    /// The properties, each with its rank. Rank 0 is the one on the way to the focus.
    fn ranked<'s>(
        &self,
        schemas: &[&'s SchemaProps],
        sources: &[&'s SchemaProps],
        next: Option<&str>,
    ) -> Vec<(u8, &'s str)> {
        let is_named = |name: &str| self.hints.names_property(name);
        let required = required_by(sources);
        // Properties that an alternative of `anyOf` and the like names.
        let alternatives: HashSet<&str> = sources
            .get(schemas.len()..)
            .unwrap_or_default()
            .iter()
            .flat_map(|schema| schema.properties.iter().map(|property| property.name.as_str()))
            .collect();
        let names =
            sources.iter().flat_map(|schema| schema.properties.iter().map(|property| property.name.as_str()));
        let count: usize = sources.iter().map(|schema| schema.properties.len() + schema.required.len()).sum();
        self.work.add(count * 8 / FAST);
        let mut seen = HashSet::new();
        let mut ranked: Vec<(u8, &str)> = names
            .filter(|name| seen.insert(*name))
            .map(|name| {
                let rank = match name {
                    name if next == Some(name) => 0,
                    name if is_named(name) => 1,
                    name if required.contains(name) || alternatives.contains(name) => 2,
                    _ => 3,
                };
                (rank, name)
            })
            .collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked
    }

    /// Keys of maps that expressions name, and some others.
    fn keys(&self) -> Vec<String> {
        let texts = self.hints.texts.iter().filter(|text| !text.is_empty()).take(MOST_KEYS).cloned();
        let mut keys: Vec<String> = texts.chain(["a", "b", ""].map(str::to_owned)).collect();
        keys.dedup();
        keys
    }

    /// Sets the type and the name, which every resource has.
    fn identify(&self, root: &mut Shape, schemas: &[&SchemaProps], api_version: &str, kind: &str) {
        let text = |text: &str| node(Value::String(text.into()));
        let fixed = |name: &str, value: Node| Field {
            name: name.to_owned(),
            shape: Shape { scalars: vec![value], ..Shape::default() },
            is_required: true,
            is_fixed: true,
        };
        let mut names = vec![text("x")];
        if self.hints.names.contains("metadata")
            || root.fields.iter().flatten().any(|field| field.name == "metadata" && field.shape.is_on_path)
        {
            let metadata = schemas.iter().filter_map(|schema| schema.property("metadata")?.property("name"));
            let sources: Vec<&SchemaProps> = metadata.collect();
            let scalars = self.scalars.of(&sources, &sources);
            names.extend(scalars.iter().cloned());
            let hinted = texts::candidates(&sources, self.hints, self.work.patterns());
            names.extend(hinted.iter().map(|name| text(name)));
        }
        let name = Field {
            name: "name".to_owned(),
            shape: Shape { scalars: names, ..Shape::default() },
            is_required: true,
            is_fixed: true,
        };
        let metadata = Shape { fields: Some(vec![name]), ..Shape::default() };
        let fields = root.fields.get_or_insert_default();
        fields.retain(|field| !["apiVersion", "kind", "metadata"].contains(&field.name.as_str()));
        fields.splice(0..0, [fixed("apiVersion", text(api_version)), fixed("kind", text(kind))]);
        fields.insert(
            2,
            Field { name: "metadata".to_owned(), shape: metadata, is_required: true, is_fixed: true },
        );
    }
}

/// The largest `minItems`. Lists of large items get fewer items, since nested lists would be huge.
fn least_items(schemas: &[&SchemaProps], items: &Shape) -> usize {
    let least = schemas.iter().filter_map(|schema| usize::try_from(schema.min_items?).ok()).max();
    let Some(least) = least.filter(|least| *least > 0) else { return 0 };
    let (values, _) = size(&items.instance(true));
    least.min((MOST_NEEDED / values.max(1)).max(1))
}

/// The schemas and those in their `allOf`, `anyOf`, `oneOf` and `not`.
fn with_junctors<'s>(schemas: &[&'s SchemaProps]) -> Vec<&'s SchemaProps> {
    let mut all = schemas.to_vec();
    let mut at = 0;
    while let Some(schema) = all.get(at).copied() {
        at += 1;
        let several = schema.all_of.iter().chain(&schema.any_of).chain(&schema.one_of);
        all.extend(several.chain(schema.not.as_deref()).take(MOST_JUNCTORS.saturating_sub(all.len())));
    }
    all
}

/// A copy of an item that is unique for its number: its keys differ, or the item itself.
pub(super) fn numbered(list: &List, item: &Node, number: usize) -> Node {
    if list.keys.is_empty() {
        return numbered_scalar(item, number);
    }
    let entries = item.entries().iter().map(|entry| {
        let is_key = list.keys.iter().any(|key| **key == *entry.key);
        let value = if is_key { numbered_scalar(&entry.value, number) } else { entry.value.clone() };
        Entry { value, ..entry.clone() }
    });
    object(entries.collect())
}

fn numbered_scalar(value: &Node, number: usize) -> Node {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    node(match &value.value {
        Value::Int(first) => Value::Int(first.saturating_add(number)),
        Value::String(text) => Value::String(format!("{text}{number}").into()),
        Value::Object(entries) => {
            let changed = entries.iter().map(|entry| Entry {
                value: numbered_scalar(&entry.value, usize::try_from(number).unwrap_or(0)),
                ..entry.clone()
            });
            Value::object(changed.collect())
        }
        other => other.clone(),
    })
}

/// Adds a field that the schema does not have.
fn add_unknown(schemas: &[&SchemaProps], fields: &mut Option<Vec<Field>>, scalars: &mut Vec<Node>) {
    let Some(fields) = fields else {
        let unknown = [object(Vec::new()), object(vec![entry("unknown", node(Value::Int(1)))])];
        let is_first = schemas.iter().all(|schema| preserves(schema));
        let place = if is_first { 0 } else { scalars.len() };
        scalars.splice(place..place, unknown).for_each(drop);
        return;
    };
    let values = vec![node(Value::Int(1)), node(Value::String("a".into()))];
    fields.push(Field {
        name: "unknown".to_owned(),
        shape: Shape { scalars: values, ..Shape::default() },
        is_required: false,
        is_fixed: false,
    });
}

/// True if fields without a schema are kept.
fn preserves(schema: &SchemaProps) -> bool {
    schema.preserve_unknown_fields == Some(true)
}

/// The names of properties that schemas require.
fn required_by<'s>(schemas: &[&'s SchemaProps]) -> HashSet<&'s str> {
    schemas.iter().flat_map(|schema| schema.required.iter().map(String::as_str)).collect()
}

/// Number of nodes to try.
const LARGEST: usize = 250;
const DEEPEST: usize = 40;
const MOST_FIELDS: usize = 60;
/// Number of fields at the focus that are neither named nor required.
const OTHERS: usize = 6;
const MOST_KEYS: usize = 6;
/// Limit for the values in a list with `minItems` items.
const MOST_NEEDED: usize = 100;
const MOST_JUNCTORS: usize = 64;
const LONGEST_LIST: usize = 2_000;
/// Limit for the bytes of long texts.
const LARGEST_TEXTS: usize = 4_000_000;
/// Texts up to this length always have room.
const SHORT: usize = 1_000;
