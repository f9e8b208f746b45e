//! The values of a stream of JSON, as `jq '.items[]'` prints it: `kubectl` needs no `---` between them.

use super::{Position, unusual::is_json};

/// A part of a text that is read by itself.
#[derive(Debug, PartialEq)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    /// Where it begins in the text.
    pub(super) begin: Position,
}

/// The objects of a stream. Any other text is one part.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let whole = || vec![Part { text, begin: Position { line: 1, column: 1 } }];
    if is_json(text) { objects(text).unwrap_or_else(whole) } else { whole() }
}

/// `None` if there is something else than objects.
fn objects(text: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut begin = Position { line: 1, column: 1 };
    let mut rest = text;
    while !rest.is_empty() {
        let (object, after) = rest.split_at_checked(end_of_object(rest)?)?;
        let behind = after.trim_start();
        if !behind.is_empty() && !behind.starts_with('{') {
            return None;
        }
        parts.push(Part { text: object, begin });
        let passed = rest.get(..rest.len().checked_sub(behind.len())?)?;
        begin = position_behind(passed, begin);
        rest = behind;
    }
    Some(parts)
}

/// Where the first object of a text ends, in bytes.
fn end_of_object(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_quotes = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => in_quotes = !in_quotes,
            b'\\' if in_quotes => drop(bytes.next()),
            b'{' if !in_quotes => depth += 1,
            b'}' if !in_quotes => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn position_behind(text: &str, begin: Position) -> Position {
    let mut at = begin;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '\n' || character == '\r' && characters.peek() != Some(&'\n') {
            at = Position { line: at.line.saturating_add(1), column: 1 };
        } else {
            at.column = at.column.saturating_add(1);
        }
    }
    at
}
