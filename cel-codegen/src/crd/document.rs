//! YAML and JSON documents as values that know their place.
//!
//! Scalars mean what they mean to `kubectl` (Go's `sigs.k8s.io/yaml`): `yes`, `on` and `y` are booleans, `0o17` and `017` octal
//! numbers. Aliases are followed up to a limit, so that a small file cannot become a large value.

use granit_parser::{Event, Parser, ScalarStyle, Span, Tag};
use serde_json::{Map, Number};
use std::{collections::HashMap, fmt};

mod scalar;

/// A value and where it begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it begins; of a block of text, where the text does.
    pub at: Position,
}

/// What a node is, as Go's JSON decoder has it: a number is an integer if it is written as one and fits 64 bits.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "each is the JSON of that name")]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(String),
    List(Vec<Node>),
    /// The entries in the order of the file; each key once.
    Object(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key begins.
    pub at: Position,
    /// Its value.
    pub value: Node,
}

/// A place in a file, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// Why a file cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Where, if the error has a place.
    pub at: Option<Position>,
    /// What is wrong.
    pub message: String,
}

impl FileError {
    /// An error at a place.
    pub fn new(at: Position, message: impl Into<String>) -> Self {
        FileError { at: Some(at), message: message.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(Position { line, column }) => write!(f, "{line}:{column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads all documents of a file; empty ones are left out.
///
/// # Errors
/// What is not YAML, is nested deeper than 500 levels or grows beyond bounds, or has a key twice.
///
/// ```
/// use cel_codegen::crd::document;
///
/// let documents = document::read("kind: A\n---\n{\"kind\": \"B\"}").unwrap();
/// assert_eq!(documents[1].field("kind").and_then(|kind| kind.as_str()), Some("B"));
/// assert_eq!(document::read("a: [1").unwrap_err().at.map(|at| at.line), Some(1));
/// ```
pub fn read(text: &str) -> Result<Vec<Node>, FileError> {
    if text.len() > MAX_BYTES {
        let message =
            format!("the file has {} MiB; no more than {} are read", text.len() >> 20, MAX_BYTES >> 20);
        return Err(FileError { at: None, message });
    }
    let mut reader = Reader::default();
    let options = granit_parser::options! {
        emit_comments: false,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    // A byte order mark is no part of the text.
    for event in Parser::new_from_str_with_options(text.trim_start_matches('\u{feff}'), options) {
        let (event, span) = event.map_err(|error| {
            let kind = error.kind().to_string();
            let message = if kind.contains("recursion limit") {
                format!("nested deeper than {MAX_DEPTH} levels")
            } else {
                format!("not valid YAML: {kind}")
            };
            FileError::new(position_of(error.marker()), message)
        })?;
        reader.event(event, &span)?;
    }
    Ok(reader.documents)
}

impl Node {
    /// The value of a key.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The entries of an object, none for anything else.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Object(entries) => entries,
            _ => &[],
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// True for null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// The value as JSON; numbers that JSON lacks are null.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Int(value) => (*value).into(),
            Value::Float(value) => {
                Number::from_f64(*value).map_or(serde_json::Value::Null, serde_json::Value::Number)
            }
            Value::String(value) => value.clone().into(),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Object(entries) => {
                let entries = entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json()));
                serde_json::Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }

    /// What JSON calls the value, with its article.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Int(_) => "an integer",
            Value::Float(_) => "a number",
            Value::String(_) => "a string",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}

/// Builds values of events.
#[derive(Default)]
struct Reader {
    documents: Vec<Node>,
    /// The collections around the place, outermost first.
    open: Vec<Open>,
    /// Values with an anchor, and how many nodes each has.
    anchors: HashMap<usize, (Node, usize)>,
    /// All nodes so far, those of followed aliases included.
    nodes: usize,
    /// Those of followed aliases.
    aliased: usize,
}

/// A collection that is not complete yet.
struct Open {
    node: Node,
    anchor: usize,
    /// The key whose value comes next.
    key: Option<(String, Position)>,
    /// Entries of `<<`: they give way to keys of the object itself.
    merged: Vec<Entry>,
    /// The nodes before it.
    before: usize,
}

impl Reader {
    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), FileError> {
        let at = position_of(&span.start);
        match event {
            Event::DocumentStart(..) => self.anchors.clear(),
            Event::Scalar(text, style, anchor, tag) => {
                let value = scalar::value(&text, style == ScalarStyle::Plain, tag.as_deref());
                self.begin(at)?;
                return self.complete(Node { value, at }, anchor, 1);
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.open(Value::List(Vec::new()), anchor, tag.as_deref(), at)?
            }
            Event::MappingStart(_, anchor, tag) => {
                self.open(Value::Object(Vec::new()), anchor, tag.as_deref(), at)?
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Open { mut node, anchor, merged, before, .. }) = self.open.pop() {
                    add_merged(&mut node, merged);
                    return self.complete(node, anchor, self.nodes - before);
                }
            }
            Event::Alias(anchor) => {
                let Some((node, size)) = self.anchors.get(&anchor) else {
                    return Err(FileError::new(at, "the alias is inside of what it stands for"));
                };
                let (node, size) = (Node { at, ..node.clone() }, *size);
                self.nodes += size;
                self.aliased += size;
                if self.aliased > MAX_ALIASED {
                    return Err(FileError::new(at, "the file's aliases stand for too much"));
                }
                return self.complete(node, 0, size);
            }
            // Comments are switched off; the enum may grow.
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, at: Position) -> Result<(), FileError> {
        self.nodes += 1;
        if self.open.len() > MAX_DEPTH {
            return Err(FileError::new(at, format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    fn open(
        &mut self,
        value: Value,
        anchor: usize,
        tag: Option<&Tag>,
        at: Position,
    ) -> Result<(), FileError> {
        if let Some(tag) = tag.filter(|tag| tag.is_custom()) {
            return Err(FileError::new(at, format!("the tag `{}` means nothing here", tag.original())));
        }
        let before = self.nodes;
        self.begin(at)?;
        self.open.push(Open { node: Node { value, at }, anchor, key: None, merged: Vec::new(), before });
        Ok(())
    }

    /// Puts a value where it belongs.
    fn complete(&mut self, node: Node, anchor: usize, size: usize) -> Result<(), FileError> {
        if matches!(node.value, Value::Float(value) if !value.is_finite()) {
            return Err(FileError::new(node.at, "JSON has no such number"));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, (node.clone(), size));
        }
        let Some(open) = self.open.last_mut() else {
            if !node.is_null() {
                self.documents.push(node);
            }
            return Ok(());
        };
        match &mut open.node.value {
            Value::List(items) => items.push(node),
            Value::Object(entries) => match open.key.take() {
                None => open.key = Some((key(&node)?, node.at)),
                Some((key, _)) if key == "<<" => return merge(&mut open.merged, node),
                Some((key, at)) => {
                    // Go's decoder lets the last one win; here it is a mistake worth knowing.
                    if let Some(first) = entries.iter().find(|entry| entry.key == key) {
                        let message = format!("the key `{key}` is already on line {}", first.at.line);
                        return Err(FileError::new(at, message));
                    }
                    entries.push(Entry { key, at, value: node });
                }
            },
            _ => {}
        }
        Ok(())
    }
}

fn position_of(marker: &granit_parser::Marker) -> Position {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Position { line: number(marker.line()), column: number(marker.col()).saturating_add(1) }
}

/// The text that `kubectl` makes of a key.
fn key(node: &Node) -> Result<String, FileError> {
    Ok(match &node.value {
        Value::String(text) => text.clone(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
        Value::Null | Value::List(_) | Value::Object(_) => {
            return Err(FileError::new(node.at, format!("a key cannot be {}", node.kind())));
        }
    })
}

/// `<<: *other` and `<<: [*one, *two]`; the first of several wins.
fn merge(merged: &mut Vec<Entry>, node: Node) -> Result<(), FileError> {
    let at = node.at;
    let objects = match node.value {
        Value::List(items) => items,
        value => vec![Node { value, at }],
    };
    for object in objects {
        let Value::Object(entries) = object.value else {
            return Err(FileError::new(at, "only objects can be merged with `<<`"));
        };
        for entry in entries {
            if !merged.iter().any(|known| known.key == entry.key) {
                merged.push(entry);
            }
        }
    }
    Ok(())
}

fn add_merged(node: &mut Node, merged: Vec<Entry>) {
    if let Value::Object(entries) = &mut node.value {
        for entry in merged {
            if !entries.iter().any(|known| known.key == entry.key) {
                entries.push(entry);
            }
        }
    }
}

/// Ten times what the API server takes in one request.
const MAX_BYTES: usize = 32 << 20;

const MAX_DEPTH: usize = 500;

/// A real file may repeat a few large parts.
const MAX_ALIASED: usize = 1_000_000;

#[cfg(test)]
mod tests;
