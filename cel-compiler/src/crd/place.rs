//! Finds the place of a text's character in a file, in all notations of YAML and JSON, and the line to show for it.

use super::{document::Position, lines::Lines};

/// A place with its line, and a caret below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The place.
    pub at: Position,
    /// Two lines: `20 |   - rule: self.replica <= self.max`, and the caret.
    pub snippet: String,
}

/// The place of the character at an offset of a text that begins at a place in the file. If the characters of the text cannot be found
/// in the file's notation, the place is the begin of the text, and the text's own line is shown.
#[must_use]
pub fn mark(lines: &Lines<'_>, begin: Position, text: &str, offset: u32) -> Marked {
    let Located { at, own } = locate(lines, begin, text, offset);
    let Some(OwnLine { line, column, .. }) = own else {
        return Marked { at, snippet: snippet(lines, at) };
    };
    let first = column.saturating_sub(SHOWN / 2);
    let begin = line.char_indices().nth(first).map_or(line.len(), |(at, _)| at);
    Marked { at, snippet: with_caret("rule", line.get(begin..).unwrap_or_default(), column - first) }
}

/// The place of a text's character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located<'t> {
    /// The place in the file.
    pub at: Position,
    /// The text's own line, if the file has the text in another notation. The place is then the begin of the text.
    pub own: Option<OwnLine<'t>>,
}

/// A line of a text by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnLine<'t> {
    /// The line.
    pub line: &'t str,
    /// Its number, from 1.
    pub number: usize,
    /// The place of the character in the line, from 0.
    pub column: usize,
}

/// The place of the character at an offset of a text that begins at a place in the file.
#[must_use]
pub fn locate<'t>(lines: &Lines<'_>, begin: Position, text: &'t str, offset: u32) -> Located<'t> {
    if let Some(at) = in_file(lines, begin, text, offset) {
        return Located { at, own: None };
    }
    let before: String = text.chars().take(offset as usize).collect();
    let lines_before = before.matches('\n').count();
    let line = text.lines().nth(lines_before).unwrap_or_default();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    Located { at: begin, own: Some(OwnLine { line, number: lines_before + 1, column }) }
}

/// The line of a place in the file, with a caret.
#[must_use]
pub fn snippet(lines: &Lines<'_>, at: Position) -> String {
    let (line, column) = ((at.line as usize).wrapping_sub(1), at.column.saturating_sub(1) as usize);
    let first = column.saturating_sub(SHOWN / 2);
    with_caret(&at.line.to_string(), lines.rest(line, first).unwrap_or_default(), column - first)
}

/// A line with a caret below. A long line is cut. `line` begins with the first shown character.
fn with_caret(label: &str, line: &str, column: usize) -> String {
    let shown: String = line.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (space, caret) = (" ".repeat(label.len()), " ".repeat(column));
    format!("{label} | {}\n{space} | {caret}^", shown.trim_end())
}

/// Number of characters of a line that are shown.
const SHOWN: usize = 160;

/// The place of the character at an offset of a text that begins at a place in the file: plain, quoted, or a block. `None` if the file
/// does not have the text there.
fn in_file(lines: &Lines<'_>, begin: Position, text: &str, offset: u32) -> Option<Position> {
    let mut cursor = Cursor::new(lines, begin)?;
    let quote = cursor.peek().filter(|c| *c == '\'' || *c == '"');
    // A plain text may begin with a quote too. Then the quote is part of the text.
    let quote = quote.filter(|quote| !text.starts_with(*quote) || cursor.is_doubled(*quote));
    if quote.is_some() {
        cursor.next();
    }
    let mut found = None;
    for (i, expected) in text.chars().enumerate() {
        if i == offset as usize {
            found = Some(cursor.position());
        }
        if !cursor.accept(expected, quote) {
            return None;
        }
    }
    // Behind the last character.
    found.or_else(|| (offset as usize == text.chars().count()).then(|| cursor.position()))
}

#[derive(Clone)]
struct Cursor<'l> {
    lines: &'l Lines<'l>,
    line: usize,
    /// The rest of the line. `column` counts the characters before it.
    rest: &'l str,
    column: usize,
    /// Where the lines of a block begin.
    indent: usize,
}

impl<'l> Cursor<'l> {
    fn new(lines: &'l Lines<'l>, begin: Position) -> Option<Self> {
        let line = (begin.line as usize).checked_sub(1)?;
        let indent = (begin.column as usize).checked_sub(1)?;
        Some(Cursor { lines, line, rest: lines.rest(line, indent)?, column: indent, indent })
    }

    fn position(&self) -> Position {
        Lines::position(self.line, self.column)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        self.column += 1;
        Some(c)
    }

    /// True if the quote is followed by another one or an escaped one: the text itself begins with a quote.
    fn is_doubled(&self, quote: char) -> bool {
        let mut chars = self.rest.chars().skip(1);
        matches!(chars.next(), Some(c) if c == quote || c == '\\' && chars.next() == Some(quote))
    }

    /// Goes on if the file has this character here, in any notation.
    fn accept(&mut self, expected: char, quote: Option<char>) -> bool {
        if self.rest.is_empty() && (expected == ' ' || expected == '\n') {
            return self.next_line(quote.is_none());
        }
        match (quote, self.peek()) {
            (Some('"'), Some('\\')) => self.escape(expected),
            (Some('\''), Some('\'')) => {
                self.next();
                self.next() == Some('\'') && expected == '\''
            }
            (_, Some(c)) if c == expected => {
                self.next();
                true
            }
            _ => false,
        }
    }

    /// Begins the next line behind its indentation.
    fn next_line(&mut self, is_block: bool) -> bool {
        // The last line break of a block may be the end of the file.
        let Some(line) = self.lines.get(self.line + 1) else { return is_block };
        let spaces = line.len() - line.trim_start_matches(' ').len();
        // The lines of a block may be indented further. The lines of other texts may have any indentation.
        let skipped = if is_block && spaces > self.indent { self.indent } else { spaces };
        self.line += 1;
        self.column = skipped;
        self.rest = line.get(skipped..).unwrap_or_default();
        true
    }

    /// An escape of a text in double quotes.
    fn escape(&mut self, expected: char) -> bool {
        self.next();
        let digits = match self.next() {
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            Some('n') => return expected == '\n',
            Some('t') => return expected == '\t',
            Some('r') => return expected == '\r',
            Some(c) => return c == expected,
            None => return false,
        };
        let hex: String = (0..digits).filter_map(|_| self.next()).collect();
        u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32) == Some(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crd::document;

    /// Checks the place of the character at an offset.
    fn check(yaml: &str, offset: u32, expected: Option<(u32, u32)>) {
        let document = &document::read(yaml).expect("YAML")[0];
        let rule = document.field("rule").expect("rule");
        let lines = Lines::new(yaml);
        let found = in_file(&lines, rule.at, rule.as_str().expect("text"), offset);
        assert_eq!(found.map(|at| (at.line, at.column)), expected, "{yaml}");
    }

    #[test]
    fn all_ways_to_write_a_text() {
        check("rule: self.a > 1", 5, Some((1, 12)));
        check("rule: 'self.a > 1'", 5, Some((1, 13)));
        check("rule: 'self.a == ''x'' || b'", 18, Some((1, 28)));
        check("rule: \"self.a == \\\"x\\\" || b\"", 17, Some((1, 27)));
        check("{\"rule\": \"1 \\u003c self.a\"}", 4, Some((1, 20)));
        check("rule: '''a'' == self.b'", 7, Some((1, 17)));
        check("rule: |\n  self.a >\n    self.b\n", 14, Some((3, 8)));
        check("rule: >-\n  self.a >\n  self.b\n", 9, Some((3, 3)));
        check("rule: self.a >\n    self.b\n", 9, Some((2, 5)));
        check("rule: \"self.a >\n    self.b\"\n", 9, Some((2, 5)));
        check("rule: self.a", 6, Some((1, 13)));
        check("rule: self.é.ü", 7, Some((1, 14)));
    }

    #[test]
    fn what_is_written_otherwise_has_no_place() {
        check("rule: \"a\\\n  b\"", 1, None);
        check("x: &x 'self.a'\nrule: *x", 5, None);
    }
}
