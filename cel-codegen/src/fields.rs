//! Fields of a CRD that the API server does not know, and keys that are there twice (k8s: `sigs.k8s.io/json`, `UnmarshalStrict`).

mod help;
mod merge;
mod shape;
mod types;

pub use merge::merged;
pub use types::mismatches;

use cel_compiler::{
    crd::document::{Entry, Node, Position, Repeated, RepeatedKey, Value},
    library::KubernetesVersion,
};
use cel_types::quote::quote;
use clap::ValueEnum;
use shape::{ANYTHING, CRD, Field, METADATA, Shape};
use std::collections::{HashMap, HashSet};

/// The server's reaction to fields that it does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FieldValidation {
    /// Refuses the object, as for `kubectl apply`
    Strict,
    /// Warns and drops them
    Warn,
    /// Drops them
    #[default]
    Ignore,
}

/// Mistakes in the keys of a CRD.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldMistakes {
    /// The server's reaction.
    pub mode: FieldValidation,
    /// Keys that a YAML document has twice.
    pub repeated: Vec<FieldMistake>,
    /// Other mistakes, in the server's order; 100 at most.
    pub fields: Vec<FieldMistake>,
    /// Fields that the server drops without an error, such as unknown fields in the schema of a list's items.
    pub dropped: Vec<FieldMistake>,
}

/// A mistake in one key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldMistake {
    /// The server's words.
    pub text: String,
    /// The field's path; empty for an error of the YAML parser.
    pub path: String,
    /// Where the key stands.
    pub at: Position,
    /// Advice.
    pub help: Option<String>,
}

impl FieldMistakes {
    /// The mistakes in a CRD. `end` is where the next document begins.
    #[must_use]
    pub fn of(crd: &Node, end: Option<Position>, file: &File<'_>) -> Self {
        let mut mistakes = FieldMistakes { mode: file.mode, ..FieldMistakes::default() };
        if file.mode == FieldValidation::Ignore {
            return mistakes;
        }
        mistakes.repeated = file.repeated.within(crd.at, end).map(FieldMistake::of_repeated).collect();
        mistakes.walk(crd, &CRD, file);
        mistakes
    }

    /// The repeated keys of any object. `end` is where the next object begins.
    #[must_use]
    pub fn of_keys(object: &Node, end: Option<Position>, file: &File<'_>) -> Self {
        let mut mistakes = FieldMistakes { mode: file.mode, ..FieldMistakes::default() };
        mistakes.repeated = file.repeated.within(object.at, end).map(FieldMistake::of_repeated).collect();
        if !file.repeated.objects.is_empty() {
            mistakes.walk(object, &ANYTHING, file);
        }
        mistakes
    }

    /// Unknown fields in the metadata of any object. Paths are relative to the metadata.
    #[must_use]
    pub fn of_metadata(metadata: &Node) -> Vec<FieldMistake> {
        let version = KubernetesVersion::NEW_EXPRESSIONS;
        let repeated = Repeated::default();
        let file = File { mode: FieldValidation::Strict, is_json: false, repeated: &repeated, version };
        let mut mistakes = FieldMistakes::default();
        mistakes.walk(metadata, &METADATA, &file);
        mistakes.fields
    }

    fn walk<'f>(&mut self, node: &'f Node, shape: &'static Shape, file: &'f File<'f>) {
        let mut walk =
            Walk { file, path: String::new(), is_lenient: false, seen: HashSet::new(), found: self };
        walk.node(node, shape);
    }

    /// All mistakes that the server reports, each once. A mistake below an anchor is found again at each alias.
    pub fn told(&self) -> impl Iterator<Item = &FieldMistake> {
        let mut seen = HashSet::new();
        self.repeated.iter().chain(&self.fields).filter(move |mistake| seen.insert(&mistake.text))
    }

    /// The number of mistakes that are only warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        let told = if self.mode == FieldValidation::Warn { self.told().count() } else { 0 };
        told + self.dropped.len()
    }

    /// True if the server refuses the CRD because of these mistakes.
    #[must_use]
    pub fn are_refused(&self) -> bool {
        self.mode == FieldValidation::Strict && !(self.repeated.is_empty() && self.fields.is_empty())
    }

    /// The server's decoding error, if it refuses the CRD.
    #[must_use]
    pub fn decoding_error(&self) -> Option<String> {
        if !self.are_refused() {
            return None;
        }
        Some(format!("strict decoding error: {}", self.texts().join(", ")))
    }

    /// The mistakes as a strict server lists them.
    pub(crate) fn texts(&self) -> Vec<String> {
        let lines: String = self.repeated.iter().map(|mistake| format!("\n  {}", mistake.text)).collect();
        let repeated = (!lines.is_empty()).then(|| format!("yaml: unmarshal errors:{lines}"));
        repeated.into_iter().chain(self.fields.iter().map(|mistake| mistake.text.clone())).collect()
    }
}

/// How the server reads a file.
#[derive(Clone, Copy, Debug)]
pub struct File<'f> {
    /// The server's reaction to unknown fields.
    pub mode: FieldValidation,
    /// True if the file is JSON. The server sorts the keys of YAML.
    pub is_json: bool,
    /// Repeated keys.
    pub repeated: &'f Repeated,
    /// The server's release.
    pub version: KubernetesVersion,
}

impl FieldMistake {
    fn of_repeated(key: &RepeatedKey) -> Self {
        FieldMistake {
            text: format!("line {}: key {} already set in map", key.line, key.shown),
            path: String::new(),
            at: key.at,
            help: Some(help::repeated(key.first)),
        }
    }
}

/// A walk through a document in the order of the server's decoder.
struct Walk<'w> {
    file: &'w File<'w>,
    path: String,
    /// True below a type that drops unknown fields without an error.
    is_lenient: bool,
    seen: HashSet<String>,
    found: &'w mut FieldMistakes,
}

impl<'w> Walk<'w> {
    fn node(&mut self, node: &'w Node, shape: &'static Shape) {
        match (shape, &node.value) {
            // These have no fields, or hold any JSON.
            (
                Shape::Any
                | Shape::Text
                | Shape::Flag
                | Shape::Integer(_)
                | Shape::Time
                | Shape::Bytes
                | Shape::Keyword,
                _,
            ) => {}
            (Shape::Lenient(inner), _) => {
                let around = std::mem::replace(&mut self.is_lenient, true);
                self.node(node, inner);
                self.is_lenient = around;
            }
            (Shape::Either(object, list), _) => {
                let is_list = matches!(node.value, Value::List(_));
                self.node(node, if is_list { list } else { object });
            }
            (Shape::List(item), Value::List(items)) => {
                for (i, node) in items.iter().enumerate() {
                    self.below(Step::Item(i), |walk| walk.node(node, item));
                }
            }
            (Shape::Struct(fields), Value::Object(_)) => self.structure(node, fields),
            (Shape::Map(value), Value::Object(_)) => self.map(node, value),
            // The server reports another error for it.
            (Shape::List(_) | Shape::Struct(_) | Shape::Map(_), _) => {}
        }
    }

    fn structure(&mut self, node: &'w Node, fields: &'static [Field]) {
        let mut seen = self.seen_keys(node);
        for entry in self.entries(node) {
            let key = &*entry.key;
            let known = fields.iter().find(|field| field.name == key && field.since <= self.file.version);
            match known {
                Some(field) => {
                    if let Some(first) = seen.earlier(entry) {
                        self.save("duplicate field", entry, || Some(help::repeated(first)));
                    }
                    self.below(Step::Key(key), |walk| walk.node(&entry.value, &field.shape));
                }
                None => {
                    let version = self.file.version;
                    self.save("unknown field", entry, || help::unknown(node, entry, fields, version));
                }
            }
        }
    }

    fn map(&mut self, node: &'w Node, value: &'static Shape) {
        let mut seen = self.seen_keys(node);
        for entry in self.entries(node) {
            if let Some(first) = seen.earlier(entry) {
                self.save("duplicate field", entry, || Some(help::repeated(first)));
            }
            self.below(Step::Key(&entry.key), |walk| walk.node(&entry.value, value));
        }
    }

    /// The entries in the order in which the server reads them.
    fn entries(&self, node: &'w Node) -> Vec<&'w Entry> {
        if self.file.is_json {
            return self.file.repeated.entries(node).iter().collect();
        }
        let mut entries = Vec::from_iter(node.entries());
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        entries
    }

    fn seen_keys(&self, node: &Node) -> SeenKeys<'w> {
        let may_repeat = self.file.is_json && self.file.repeated.objects.contains_key(&node.at);
        SeenKeys(may_repeat.then(HashMap::new))
    }

    fn below(&mut self, step: Step<'_>, walk: impl FnOnce(&mut Self)) {
        let around = self.path.len();
        step.write(&mut self.path);
        walk(self);
        self.path.truncate(around);
    }

    /// Adds a mistake. Go keeps each text once, and no more than 100.
    fn save(&mut self, kind: &str, entry: &Entry, help: impl FnOnce() -> Option<String>) {
        let list = if self.is_lenient { &self.found.dropped } else { &self.found.fields };
        if list.len() >= MOST {
            return;
        }
        let mut path = self.path.clone();
        Step::Key(&entry.key).write(&mut path);
        let text = format!("{kind} {}", quote(&path));
        if self.seen.insert(text.clone()) {
            let mistake = FieldMistake { text, path, at: entry.at, help: help() };
            if self.is_lenient {
                self.found.dropped.push(mistake);
            } else {
                self.found.fields.push(mistake);
            }
        }
    }
}

/// A step of a path.
#[derive(Clone, Copy)]
enum Step<'k> {
    Key(&'k str),
    Item(usize),
}

impl Step<'_> {
    fn write(self, path: &mut String) {
        match self {
            Step::Key(key) => {
                path.push_str(if path.is_empty() { "" } else { "." });
                path.push_str(key);
            }
            Step::Item(i) => *path += &format!("[{i}]"),
        }
    }
}

/// Where each key of an object stands first; `None` if no key of the object is repeated.
struct SeenKeys<'n>(Option<HashMap<&'n str, Position>>);

impl<'n> SeenKeys<'n> {
    /// The place of an earlier entry with the same key.
    fn earlier(&mut self, entry: &'n Entry) -> Option<Position> {
        let first = *self.0.as_mut()?.entry(&entry.key).or_insert(entry.at);
        (first != entry.at).then_some(first)
    }
}

const MOST: usize = 100;
