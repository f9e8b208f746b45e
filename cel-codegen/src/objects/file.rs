//! The objects of a file: its documents, and the items of its lists.

use super::Resources;
use crate::{
    documents::{self, Documents},
    fields::{self, FieldMistakes, FieldValidation},
};
use cel_compiler::{
    crd::document::{self, FileError, Node, Position, Repeated, Value},
    library::KubernetesVersion,
};

/// All objects of a text.
#[derive(Debug, Default)]
pub struct FileObjects {
    objects: Vec<Node>,
    repeated: Repeated,
    errors: Vec<FileError>,
    is_json: bool,
}

/// An object of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileObject<'f> {
    /// The object. For a repeated key it has the last value.
    pub node: &'f Node,
    /// Where the next object begins.
    end: Option<Position>,
    file: &'f FileObjects,
}

impl FileObjects {
    /// Reads a text. A document whose kind ends in `List` is a list, unless a resource has that kind.
    ///
    /// # Errors
    /// No document of the text is YAML, or a list has a repeated key.
    pub fn read(text: &str, resources: &Resources) -> Result<Self, FileError> {
        let Documents { nodes, repeated, errors } = documents::read(text)?;
        let mut objects = Vec::new();
        for document in nodes {
            let kind =
                document.field("kind").and_then(Node::as_str).and_then(|kind| kind.strip_suffix("List"));
            let kind = kind.filter(|_| resources.of_object(&document).is_none());
            match (kind, document.field("items").map(|items| &items.value)) {
                (Some(kind), Some(Value::List(items))) => {
                    has_no_key_twice(&document, items.first(), &repeated)?;
                    let version = document.field("apiVersion").and_then(Node::as_str).unwrap_or_default();
                    let own = [("apiVersion", version), ("kind", kind)];
                    // A list of the kind `List` has items of any kind.
                    let own = if kind.is_empty() { &[] } else { &own[..] };
                    objects.extend(items.iter().map(|item| item.with_missing(own)));
                }
                _ => objects.push(document),
            }
        }
        Ok(FileObjects { objects, repeated, errors, is_json: document::is_json(text) })
    }

    /// Why some of the documents cannot be read.
    #[must_use]
    pub fn errors(&self) -> &[FileError] {
        &self.errors
    }

    /// The objects in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = FileObject<'_>> {
        let next = self.objects.iter().skip(1).map(|object| Some(object.at)).chain([None]);
        self.objects.iter().zip(next).map(|(node, end)| FileObject { node, end, file: self })
    }

    /// True if there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }
}

impl FileObject<'_> {
    /// The repeated keys of the object, in the server's words.
    #[must_use]
    pub fn repeated_keys(self) -> FieldMistakes {
        let FileObjects { repeated, is_json, .. } = self.file;
        let mode = FieldValidation::Strict;
        let version = KubernetesVersion::NEW_EXPRESSIONS;
        FieldMistakes::of_keys(
            self.node,
            self.end,
            &fields::File { mode, is_json: *is_json, repeated, version },
        )
    }
}

/// Refuses repeated keys of a list. `kubectl` splits a list, so the server never sees its keys; a repeated
/// `items` would lose objects.
fn has_no_key_twice(list: &Node, first: Option<&Node>, repeated: &Repeated) -> Result<(), FileError> {
    let error = |key: &str, at: Position, first: Position| {
        Err(FileError::new(at, format!("the key {key} of the list is already on line {}", first.line)))
    };
    let end = first.map(|item| item.at);
    if let Some(key) = repeated.within(list.at, end).next() {
        return error(&key.shown, key.at, key.first);
    }
    let entries = repeated.entries(list);
    for (i, entry) in entries.iter().enumerate() {
        if let Some(before) = entries.iter().take(i).find(|before| before.key == entry.key) {
            return error(&format!("{:?}", entry.key), entry.at, before.at);
        }
    }
    Ok(())
}
