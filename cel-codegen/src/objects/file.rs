//! The objects of a file: its documents, and the items of its lists.

use super::Resources;
use crate::fields::{self, FieldMistakes, FieldValidation};
use cel_compiler::{
    crd::document::{self, FileError, Node, Position, Repeated, Value},
    library::KubernetesVersion,
};

/// All objects of a text.
#[derive(Debug, Default)]
pub struct FileObjects {
    objects: Vec<Node>,
    repeated: Repeated,
    is_json: bool,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct FileObject<'f> {
    /// The object. Of a key that is there twice it has the last one.
    pub node: &'f Node,
    /// Where the next object begins.
    end: Option<Position>,
    file: &'f FileObjects,
}

impl FileObjects {
    /// Reads a text. A kind of some resource may end in `List`, too.
    ///
    /// # Errors
    /// The text is no YAML, or a list has a key twice.
    pub fn read(text: &str, resources: &Resources) -> Result<Self, FileError> {
        let (documents, repeated) = document::read_repeated(text)?;
        let mut objects = Vec::new();
        for document in documents {
            let kind =
                document.field("kind").and_then(Node::as_str).and_then(|kind| kind.strip_suffix("List"));
            let kind = kind.filter(|_| resources.of_object(&document).is_none());
            match (kind, document.field("items").map(|items| &items.value)) {
                (Some(kind), Some(Value::List(items))) => {
                    has_no_key_twice(&document, items.first(), &repeated)?;
                    let version = document.field("apiVersion").and_then(Node::as_str).unwrap_or_default();
                    let own = [("apiVersion", version), ("kind", kind)];
                    // A `List` has items of any kind.
                    let own = if kind.is_empty() { &[] } else { &own[..] };
                    objects.extend(items.iter().map(|item| item.with_missing(own)));
                }
                _ => objects.push(document),
            }
        }
        Ok(FileObjects { objects, repeated, is_json: document::is_json(text) })
    }

    /// The objects in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = FileObject<'_>> {
        let next = self.objects.iter().skip(1).map(|object| Some(object.at)).chain([None]);
        self.objects.iter().zip(next).map(|(node, end)| FileObject { node, end, file: self })
    }

    /// True if there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }
}

impl FileObject<'_> {
    /// The keys that the object has twice, in the server's words.
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

/// `kubectl` takes a list apart, and the server never sees its own keys. If `items` is there twice, the first objects are lost.
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
