//! The documents of a file, read one without the other: `kubectl` cuts a file into documents before it reads them.

use crate::fields;
use cel_compiler::crd::{
    definition::CrdFile,
    document::{self, FileError, Node, Position, Repeated},
};

/// The documents that can be read.
#[derive(Default)]
pub(crate) struct Documents {
    pub(crate) nodes: Vec<Node>,
    pub(crate) repeated: Repeated,
    /// Why the others cannot be read.
    pub(crate) errors: Vec<FileError>,
}

impl Documents {
    /// All documents of a text.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub(crate) fn all(text: &str) -> Result<Self, FileError> {
        let (nodes, repeated) = document::read_repeated(text)?;
        Ok(Documents { nodes, repeated, errors: Vec::new() })
    }

    /// The CRDs as a server reads them if it is not strict.
    pub(crate) fn crds(&self) -> CrdFile {
        let merged = |document: &Node| fields::merged(document.clone(), &self.repeated);
        CrdFile::of(self.nodes.iter().map(merged).collect())
    }
}

/// Reads all documents of a text, without those that cannot be read.
///
/// # Errors
/// None of them can be read.
pub(crate) fn read(text: &str) -> Result<Documents, FileError> {
    let mut errors: Vec<FileError> = Vec::new();
    let mut rest: Option<String> = None;
    loop {
        match document::read_repeated(rest.as_deref().unwrap_or(text)) {
            Ok((nodes, repeated)) => match errors.first() {
                Some(first) if nodes.is_empty() => return Err(first.clone()),
                _ => return Ok(Documents { nodes, repeated, errors }),
            },
            Err(error) => {
                let most = (MOST_BYTES / text.len().max(1)).min(MOST_ERRORS);
                let others = error.at.filter(|_| errors.len() < most && is_cut_at_lines(text));
                rest = others.and_then(|at| without(rest.as_deref().unwrap_or(text), at));
                errors.push(error);
                if rest.is_none() {
                    return Err(errors.swap_remove(0));
                }
            }
        }
    }
}

/// True for YAML whose lines end with `\n`.
fn is_cut_at_lines(text: &str) -> bool {
    !document::is_json(text)
        && !text.contains('\u{85}')
        && text.matches('\r').count() == text.matches("\r\n").count()
}

/// The text with blank lines in place of the document at a position; `None` if there is no other one.
fn without(text: &str, at: Position) -> Option<String> {
    let line = (at.line as usize).checked_sub(1)?;
    // A mistake that is found at the next `---` belongs to the document before.
    let (mut begin, mut is_first, mut offset) = (0, true, 0);
    let mut end = None;
    for (number, content) in text.split_inclusive('\n').enumerate() {
        if is_separator(content) && number >= line {
            end = Some(offset);
            break;
        }
        offset += content.len();
        if is_separator(content) {
            (begin, is_first) = (offset, number == 0);
        }
    }
    let (before, rest) = text.split_at_checked(begin)?;
    let (document, after) = rest.split_at_checked(end.unwrap_or(text.len()).checked_sub(begin)?)?;
    if document.is_empty() || (is_first && end.is_none()) {
        return None;
    }
    let blank = "\n".repeat(document.matches('\n').count());
    Some([before, &blank, after].concat())
}

fn is_separator(line: &str) -> bool {
    line.starts_with("---")
}

/// Documents that cannot be read and do not keep the others from being read.
const MOST_ERRORS: usize = 20;

/// Bytes that are read again because of them.
const MOST_BYTES: usize = 64 << 20;
