//! Text that Go's YAML reads in another way than the parser, or cannot read.
//!
//! `# a comment<U+2028>kind: Secret` is one line to a reader and two to `kubectl`. Such characters are refused unless they are only
//! part of a text. A tab that indents, a directive, and content behind `---` are refused too.

use super::{FileError, Position};
use std::{iter::Peekable, vec};

/// Places to check again when the kind of text there is known.
#[derive(Debug)]
pub(super) struct Unusual(Peekable<vec::IntoIter<Place>>);

#[derive(Clone, Copy, Debug)]
struct Place {
    at: Position,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// U+2028 or U+2029, or in JSON U+0085. `in_quotes`: double quotes make it part of the text. Beside a space they do not, since Go
    /// would drop the space.
    Break { character: char, in_quotes: bool },
    /// A tab at the start of a line, behind at most spaces, `-`, `?` and `:`.
    Tab,
}

/// Kind of a part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Quoted,
    /// A plain text or a block of text.
    Text,
    /// Between the brackets of a list or an object.
    Flow,
    /// Everything else.
    Block,
}

/// A byte order mark.
pub(super) const MARK: char = '\u{feff}';

/// True for a text that `kubectl` reads as JSON.
#[must_use]
pub fn is_json(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '}']))
}

impl Unusual {
    /// The places of a text that begins at `begin`.
    ///
    /// # Errors
    /// At text that is not allowed anywhere.
    pub(super) fn new(text: &str, begin: Position) -> Result<Self, FileError> {
        let is_json = is_json(text);
        let is_break = |c: char| matches!(c, '\u{2028}' | '\u{2029}') || is_json && c == '\u{85}';
        let mut found = Vec::new();
        let breaks = ['\u{2028}', '\u{2029}', '\u{85}', MARK];
        let has_breaks = !text.is_ascii() && breaks.iter().any(|character| text.contains(*character));
        if has_breaks || !is_json && text.contains('\t') {
            let mut scan =
                Scan { at: begin, before: '\n', has_mark: false, is_indented: true, content_end: None };
            for (i, character) in text.char_indices() {
                let next = i + character.len_utf8();
                let after = text.get(next..).unwrap_or_default();
                if is_break(character) {
                    let in_quotes = is_json || scan.is_beside_text(after);
                    found.push(Place { at: scan.at, kind: Kind::Break { character, in_quotes } });
                } else if character == MARK && scan.is_indented {
                    let message = "a byte order mark stands here, which nobody sees; delete it";
                    return Err(FileError::new(scan.at, message));
                } else if character == '\t' && !is_json && scan.is_indenting(next, after) {
                    found.push(Place { at: scan.at, kind: Kind::Tab });
                }
                scan.pass(character, after);
            }
        }
        Ok(Unusual(found.into_iter().peekable()))
    }

    /// Goes on to a place behind a part of the text, and checks the places before it.
    ///
    /// # Errors
    /// At the first character that may not be in that part.
    pub(super) fn pass(&mut self, part: Part, end: Position) -> Result<(), FileError> {
        while let Some(Place { at, kind }) = self.0.next_if(|place| place.at < end) {
            let message = match (kind, part) {
                (Kind::Break { in_quotes: true, .. }, Part::Quoted)
                | (Kind::Tab, Part::Quoted | Part::Text | Part::Flow) => continue,
                (Kind::Tab, Part::Block) => "a tab cannot indent; write spaces".to_owned(),
                (Kind::Break { character, .. }, _) => {
                    let code = u32::from(character);
                    format!(
                        "U+{code:04X} is a line break to `kubectl`; write `\\u{code:04x}` in double quotes"
                    )
                }
            };
            return Err(FileError::new(at, message));
        }
        Ok(())
    }

    /// Goes on to the end of the text.
    pub(super) fn finish(&mut self) -> Result<(), FileError> {
        self.pass(Part::Block, Position { line: u32::MAX, column: u32::MAX })
    }
}

/// The position of a scan in a text.
struct Scan {
    at: Position,
    before: char,
    /// This line has one of these marks.
    has_mark: bool,
    /// So far this line has only spaces, tabs, and the marks of a list or an object.
    is_indented: bool,
    /// The place in the text behind the last character of this line that is no space, once a tab has asked for it.
    content_end: Option<usize>,
}

impl Scan {
    /// True if there is text directly before and behind a character, so the character can be part of it.
    fn is_beside_text(&self, after: &str) -> bool {
        !self.before.is_whitespace()
            && !after.starts_with(char::is_whitespace)
            && !after.starts_with("---")
            && !after.starts_with("...")
    }

    /// True if a tab here has something behind it on the line, or begins the line. `next` is the place of the text `after` it.
    fn is_indenting(&mut self, next: usize, after: &str) -> bool {
        if !self.is_indented || self.has_mark || self.at.column == 1 {
            return self.is_indented;
        }
        let content_end = self.content_end.get_or_insert_with(|| {
            let rest = after.split(['\n', '\r']).next().unwrap_or_default();
            next + rest.trim_end().len()
        });
        *content_end > next
    }

    fn pass(&mut self, character: char, after: &str) {
        self.before = character;
        if character == '\n' || character == '\r' && !after.starts_with('\n') {
            self.at = Position { line: self.at.line.saturating_add(1), column: 1 };
            (self.is_indented, self.has_mark, self.content_end) = (true, false, None);
        } else {
            self.at.column = self.at.column.saturating_add(1);
            self.has_mark |= matches!(character, '-' | '?' | ':');
            self.is_indented &= matches!(character, ' ' | '\t' | '-' | '?' | ':');
        }
    }
}

/// `kubectl` cuts a file into documents at lines of `---`, before it reads them as YAML.
///
/// # Errors
/// At the first line that `kubectl` reads in another way.
pub(super) fn lines_are_known(text: &str) -> Result<(), FileError> {
    if is_json(text) {
        let end = (1..).zip(text.split('\n')).find(|(_, content)| content.starts_with("..."));
        return end.map_or(Ok(()), |(line, _)| {
            Err(FileError::new(
                Position { line, column: 1 },
                "a file that begins with `{\"` is JSON, which has no `...`",
            ))
        });
    }
    // True before the first value of a document without its own `---`: `kubectl` cuts off those between documents.
    let mut begins = true;
    for (line, content) in (1..).zip(text.split('\n')) {
        let error = |message: &str| Err(FileError::new(Position { line, column: 1 }, message));
        let is_cut_by_another_break =
            |line: &str| line.starts_with("---") && !line.get(3..).is_some_and(|rest| rest.starts_with('-'));
        if content.split(['\r', '\u{85}']).skip(1).any(is_cut_by_another_break) {
            return error("`kubectl` sees `---` only behind a line feed");
        }
        match content.strip_prefix("---") {
            Some(rest)
                if !rest.trim().is_empty() && !rest.trim_start_matches([' ', '\t']).starts_with('#')
                    || rest.starts_with('#') =>
            {
                return error(
                    "behind `---` nothing but a comment can stand: `kubectl` takes the line for a separator",
                );
            }
            Some(_) => begins = line > 1,
            None if content.starts_with("%YAML") || content.starts_with("%TAG") => {
                return error("`kubectl` reads no directives");
            }
            None if begins && content.starts_with('%') => return error("`kubectl` reads no directives"),
            None if begins && content.starts_with("...") => {
                return error("`...` ends a document, and there is none before it");
            }
            None if begins => {
                let content = content.trim_start();
                begins = content.is_empty() || content.starts_with('#');
            }
            None => {}
        }
    }
    Ok(())
}
