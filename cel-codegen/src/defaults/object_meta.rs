//! Whether the server can decode the metadata of a resource (k8s: `meta/v1`, `ObjectMeta`; Go: `encoding/json`).

use cel_compiler::crd::{
    check::go_json,
    document::{Entry, FileError, Node, Value},
};
use cel_types::formatted::rfc3339;

/// A Go type.
enum Go {
    /// A string, by its type's name.
    Text(&'static str),
    Bool,
    Int64,
    Time,
    /// `map[string]string`
    Texts,
    /// A list, by the type of its items and their name.
    List(&'static Go, &'static str),
    Struct(&'static str, &'static [(&'static str, Go)]),
    /// A value that decodes itself.
    Any,
}

static OBJECT_META: Go = Go::Struct(
    "ObjectMeta",
    &[
        ("name", TEXT),
        ("generateName", TEXT),
        ("namespace", TEXT),
        ("selfLink", TEXT),
        ("uid", Go::Text("types.UID")),
        ("resourceVersion", TEXT),
        ("generation", Go::Int64),
        ("creationTimestamp", Go::Time),
        ("deletionTimestamp", Go::Time),
        ("deletionGracePeriodSeconds", Go::Int64),
        ("labels", Go::Texts),
        ("annotations", Go::Texts),
        ("ownerReferences", Go::List(&OWNER_REFERENCE, "v1.OwnerReference")),
        ("finalizers", Go::List(&TEXT, "string")),
        ("managedFields", Go::List(&MANAGED_FIELDS_ENTRY, "v1.ManagedFieldsEntry")),
    ],
);

static OWNER_REFERENCE: Go = Go::Struct(
    "OwnerReference",
    &[
        ("apiVersion", TEXT),
        ("kind", TEXT),
        ("name", TEXT),
        ("uid", Go::Text("types.UID")),
        ("controller", Go::Bool),
        ("blockOwnerDeletion", Go::Bool),
    ],
);

static MANAGED_FIELDS_ENTRY: Go = Go::Struct(
    "ManagedFieldsEntry",
    &[
        ("manager", TEXT),
        ("operation", Go::Text("v1.ManagedFieldsOperationType")),
        ("apiVersion", TEXT),
        ("time", Go::Time),
        ("fieldsType", TEXT),
        ("fieldsV1", Go::Any),
        ("subresource", TEXT),
    ],
);

const TEXT: Go = Go::Text("string");

/// The error of Go's JSON decoder, at the value that it cannot decode.
pub(crate) fn mismatch(metadata: &Node) -> Option<FileError> {
    of_value(metadata, &OBJECT_META, &Field { owner: "", path: String::new() })
}

/// A field of a struct: the name of the struct, and the path from the metadata. Both are empty for the metadata itself.
struct Field {
    owner: &'static str,
    path: String,
}

impl Field {
    fn below(&self, owner: &'static str, name: &str) -> Field {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Field { owner, path }
    }

    fn error(&self, value: &Node, found: &str, ty: &str) -> Option<FileError> {
        let Field { owner, path } = self;
        let place =
            if owner.is_empty() { "value".to_owned() } else { format!("struct field {owner}.{path}") };
        let text = format!("json: cannot unmarshal {found} into Go {place} of type {ty}");
        Some(FileError::new(value.at, text))
    }
}

fn of_value(value: &Node, ty: &Go, field: &Field) -> Option<FileError> {
    match (ty, &value.value) {
        (_, Value::Null) | (Go::Any, _) => None,
        (Go::Text(_), Value::String(_)) | (Go::Bool, Value::Bool(_)) | (Go::Int64, Value::Int(_)) => None,
        (Go::Time, Value::String(text)) => rfc3339(text).err().map(|error| FileError::new(value.at, error)),
        (Go::Int64, Value::Float(_)) => {
            let number = go_json(value);
            let is_whole = number.parse::<i64>().is_ok();
            if is_whole { None } else { field.error(value, &format!("number {number}"), "int64") }
        }
        (Go::Texts, Value::Object(_)) => {
            sorted(value).into_iter().find_map(|entry| of_value(&entry.value, &TEXT, field))
        }
        (Go::List(item, _), Value::List(items)) => {
            items.iter().find_map(|value| of_value(value, item, field))
        }
        (Go::Struct(name, fields), Value::Object(_)) => sorted(value).into_iter().find_map(|entry| {
            let (known, ty) = fields.iter().find(|(known, _)| *known == &*entry.key)?;
            of_value(&entry.value, ty, &field.below(name, known))
        }),
        (ty, _) => field.error(value, json_kind(value), &ty.name()),
    }
}

impl Go {
    fn name(&self) -> String {
        match self {
            Go::Text(name) => (*name).to_owned(),
            Go::Bool => "bool".to_owned(),
            Go::Int64 => "int64".to_owned(),
            Go::Time => "string".to_owned(),
            Go::Texts => "map[string]string".to_owned(),
            Go::List(_, item) => format!("[]{item}"),
            Go::Struct(name, _) => format!("v1.{name}"),
            Go::Any => String::new(),
        }
    }
}

/// The entries in the order in which the server decodes them: it writes the metadata as JSON before.
fn sorted(object: &Node) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = object.entries().iter().collect();
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    entries
}

fn json_kind(node: &Node) -> &'static str {
    match node.value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Object(_) => "object",
    }
}
