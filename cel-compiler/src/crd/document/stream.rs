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
pub(super) fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let is_stream = is_stream(text);
    let (mut begin, mut rest) = (Position { line: 1, column: 1 }, text);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (object, behind) = first_object(rest).filter(|_| is_stream).unwrap_or((rest, ""));
        let part = Part { text: object, begin };
        begin = position_behind(rest.get(..rest.len() - behind.len()).unwrap_or_default(), begin);
        rest = behind;
        Some(part)
    })
}

/// True if there is nothing but objects.
fn is_stream(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, behind)) = first_object(rest).filter(|_| is_json(text)) {
        if behind.is_empty() || !behind.starts_with('{') {
            return behind.is_empty();
        }
        rest = behind;
    }
    false
}

/// The first object of a text, and what stands behind it and the white space.
fn first_object(text: &str) -> Option<(&str, &str)> {
    let (object, after) = text.split_at_checked(end_of_object(text)?)?;
    Some((object, after.trim_start_matches([' ', '\t', '\n', '\r'])))
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
