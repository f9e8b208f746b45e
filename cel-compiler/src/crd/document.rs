//! YAML and JSON documents as values with their places.
//!
//! Scalars are read as `kubectl` reads them (Go's `sigs.k8s.io/yaml`): `yes`, `on` and `y` are booleans, `0o17` and `017` octal
//! numbers. A value with an anchor is stored once, however many aliases it has. The total size behind aliases has a limit.

use crate::by_name::{ByName, Named};
use granit_parser::Parser;
use reader::{Reader, Seen};
use repeated::Repeats;
use serde_json::{Map, Number};
use std::{borrow::Cow, fmt, sync::Arc};
use stream::Part;

mod entries;
mod reader;
mod repeated;
mod scalar;
mod source;
mod stream;
mod total;
mod unusual;

pub use repeated::{Repeated, RepeatedKey};
pub use unusual::is_json;

/// A value and where it begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it begins. For a block of text this is the begin of the text.
    pub at: Position,
}

/// Kind of a node, as in Go's JSON decoder: a number is an integer if it is written as one and fits 64 bits.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "each is the JSON of that name")]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(Arc<str>),
    List(Arc<Vec<Node>>),
    /// The entries in the order of the file; each key once.
    Object(Arc<ByName<Entry>>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Arc<str>,
    /// Where the key begins.
    pub at: Position,
    /// Its value.
    pub value: Node,
}

impl Named for Entry {
    fn name(&self) -> &str {
        &self.key
    }
}

/// A place in a file. Line and column count from 1; the column counts characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The mistake.
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
/// The file is not YAML, is nested deeper than 500 levels or grows beyond bounds, or has a key twice.
///
/// ```
/// use cel_compiler::crd::document;
///
/// let documents = document::read("kind: A\n---\n{\"kind\": \"B\"}").unwrap();
/// assert_eq!(documents[1].field("kind").and_then(|kind| kind.as_str()), Some("B"));
/// assert_eq!(document::read("a: [1").unwrap_err().at.map(|at| at.line), Some(1));
/// ```
pub fn read(text: &str) -> Result<Vec<Node>, FileError> {
    read_with(text, Repeats::Refused).map(|(documents, _)| documents)
}

/// The same as the server's lenient decoders read it: if a key occurs twice, the last one counts.
///
/// # Errors
/// The other errors of [`read`].
///
/// ```
/// use cel_compiler::crd::document;
///
/// let (documents, repeated) = document::read_repeated("a: 1\nb: 2\na: 3").unwrap();
/// assert_eq!(documents[0].to_json().to_string(), r#"{"a":3,"b":2}"#);
/// assert_eq!(repeated.keys[0].shown, r#""a""#);
/// ```
pub fn read_repeated(text: &str) -> Result<(Vec<Node>, Repeated), FileError> {
    let (documents, repeats) = read_with(text, Repeats::Listed(Repeated::default()))?;
    let repeated = match repeats {
        Repeats::Listed(repeated) => repeated,
        Repeats::Refused => Repeated::default(),
    };
    Ok((documents, repeated))
}

fn read_with(text: &str, repeats: Repeats) -> Result<(Vec<Node>, Repeats), FileError> {
    if text.len() > MAX_BYTES {
        let message =
            format!("the file has {} MiB; no more than {} are read", text.len() >> 20, MAX_BYTES >> 20);
        return Err(FileError { at: None, message });
    }
    unusual::lines_are_known(without_marks(text))?;
    let text = text_of(text)?;
    let mut seen = Seen::new(repeats);
    for part in stream::parts(&text) {
        seen = read_part(&part, seen)?;
    }
    Ok((seen.documents, seen.repeats))
}

fn read_part(part: &Part<'_>, before: Seen) -> Result<Seen, FileError> {
    let mut reader = Reader::new(part, before)?;
    let options = granit_parser::options! {
        emit_comments: false,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    for event in Parser::new_from_str_with_options(part.text, options) {
        let (event, span) = event.map_err(|error| {
            let kind = error.kind().to_string();
            let message = if kind.contains("recursion limit") {
                format!("nested deeper than {MAX_DEPTH} levels")
            } else {
                format!("not valid {}: {kind}", if begins_as_json(part.text) { "JSON" } else { "YAML" })
            };
            FileError::new(position_of(error.marker(), part.begin), message)
        })?;
        reader.event(event, &span)?;
    }
    reader.finish()
}

/// True for a text that begins as JSON does: `{"kind": ..`, `[{`. All JSON is YAML, so only errors ask.
fn begins_as_json(text: &str) -> bool {
    let mut chars = text.chars().filter(|c| !c.is_whitespace());
    match (chars.next(), chars.next()) {
        (Some('{'), second) => second == Some('"'),
        (Some('['), second) => matches!(second, Some('{' | '[' | '"')),
        _ => false,
    }
}

impl Node {
    /// The value of a key.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Node> {
        self.object()?.find(key).map(|entry| &entry.value)
    }

    /// The entries of an object, none for anything else.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Object(entries) => entries,
            _ => &[],
        }
    }

    fn object(&self) -> Option<&ByName<Entry>> {
        match &self.value {
            Value::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// An object with texts for keys that it lacks. Items of a typed list may lack their kind, since the list gives it.
    #[must_use]
    pub fn with_missing(&self, texts: &[(&str, &str)]) -> Node {
        let Value::Object(entries) = &self.value else { return self.clone() };
        let missing = texts.iter().filter(|(key, _)| self.field(key).is_none());
        let missing = missing.map(|(key, text)| Entry {
            key: (*key).into(),
            at: self.at,
            value: Node { value: Value::String((*text).into()), at: self.at },
        });
        Node { value: Value::object(missing.chain(entries.iter().cloned()).collect()), at: self.at }
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

    /// The value as JSON. Numbers that JSON lacks become null.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Int(value) => (*value).into(),
            Value::Float(value) => {
                Number::from_f64(*value).map_or(serde_json::Value::Null, serde_json::Value::Number)
            }
            Value::String(value) => (&**value).into(),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Object(entries) => {
                let entries = entries.iter().map(|entry| (entry.key.to_string(), entry.value.to_json()));
                serde_json::Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }

    /// True if both are the same JSON, wherever they stand. The order of keys does not count.
    #[must_use]
    pub fn is_same_json(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::List(items), Value::List(others)) => {
                items.len() == others.len()
                    && items.iter().zip(others.iter()).all(|(item, other)| item.is_same_json(other))
            }
            (Value::Object(entries), Value::Object(others)) => {
                let is_in_others = |entry: &Entry| {
                    others.find(&entry.key).is_some_and(|other| entry.value.is_same_json(&other.value))
                };
                entries.len() == others.len() && entries.iter().all(is_in_others)
            }
            (value, other) => value == other,
        }
    }

    /// JSON's name for the kind of value, with an article.
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

impl Value {
    /// A list.
    #[must_use]
    pub fn list(items: Vec<Node>) -> Self {
        Value::List(Arc::new(items))
    }

    /// The integer value of a number: `3`, `3.0` and `3e0` are the same.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(*value),
            // The digits in JSON: the fewest that identify the number.
            Value::Float(value) => value.to_string().parse().ok(),
            _ => None,
        }
    }

    /// An object; each key once.
    #[must_use]
    pub fn object(entries: Vec<Entry>) -> Self {
        Value::Object(Arc::new(entries.into()))
    }
}

/// The text behind its byte order marks. Go's decoder skips two.
pub(super) fn without_marks(text: &str) -> &str {
    (0..2).fold(text, |text, _| text.strip_prefix(unusual::MARK).unwrap_or(text))
}

/// The text for the parser. In YAML U+0085 is a line break, and spaces at the end are a line.
fn text_of(text: &str) -> Result<Cow<'_, str>, FileError> {
    let text = without_marks(text);
    if text.starts_with(unusual::MARK) {
        let message = "the file begins with more than two byte order marks: `kubectl` takes them for a part of the first key";
        return Err(FileError::new(Position { line: 1, column: 1 }, message));
    }
    if is_json(text) {
        return Ok(text.into());
    }
    if let Some((before, _)) = text.split_once(COLON) {
        let line = u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX);
        return Err(FileError::new(Position { line, column: 1 }, "U+FDD0 is no character"));
    }
    let has_breaks = !text.is_ascii() && text.contains('\u{85}');
    // A CR in front of it is another line break.
    let text: Cow<'_, str> = match has_breaks {
        true => text.replace("\r\u{85}", "\n\n").replace('\u{85}', "\n").into(),
        false => text.into(),
    };
    let last = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    let has_open_line = !last.is_empty() && last.trim_matches(' ').is_empty();
    let text = if has_open_line { format!("{text}\n").into() } else { text };
    Ok(with_colons_in_texts(text))
}

/// In `[2001:db8::]` the last `:` is a part of the text. To the parser it would be a key, so it gets [`COLON`] there.
fn with_colons_in_texts(text: Cow<'_, str>) -> Cow<'_, str> {
    let has_any = [":,", ":]", ":}"].iter().any(|end| text.contains(end));
    if !has_any {
        return text;
    }
    let mut other = String::with_capacity(text.len());
    let mut before = ',';
    for (at, character) in text.char_indices() {
        let is_behind_text = !"\"'[]{},".contains(before);
        let is_at_end =
            character == ':' && text.get(at + 1..).is_some_and(|rest| rest.starts_with([',', ']', '}']));
        other.push(if is_behind_text && is_at_end { COLON } else { character });
        before = if character.is_whitespace() { before } else { character };
    }
    other.into()
}

/// A text of the parser as it is in the file.
fn with_colons(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains(COLON) { text.replace(COLON, ":").into() } else { text }
}

/// Stands for a `:` that is a part of a text. Unicode will never use this character.
const COLON: char = '\u{fdd0}';

/// A text of the file, shortened for a message.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

/// The position of a marker of the parser, in a part that begins at `begin`.
fn position_of(marker: &granit_parser::Marker, begin: Position) -> Position {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let line = number(marker.line());
    let indentation = if line == 1 { begin.column } else { 1 };
    Position {
        line: line.saturating_add(begin.line).saturating_sub(1),
        column: number(marker.col()).saturating_add(indentation),
    }
}

/// Largest file that is read, in bytes: ten times what the API server takes in one request.
pub const MAX_BYTES: usize = 32 << 20;

const MAX_DEPTH: usize = 500;

/// Number of characters of a text that are shown.
const SHOWN: usize = 100;

#[cfg(test)]
mod tests;
